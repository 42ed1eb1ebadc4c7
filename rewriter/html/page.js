// SPDX-License-Identifier: MIT
// page.js - what the pages of an HTML report do: tables, trees of chains, the
// icicle of hot chains. Data comes in pieces, which are classic scripts that call
// ccinstr.data(): pages that are opened from file: may not fetch. Fields: records.def.
'use strict';

var ccinstr = (function () {
  const base = document.documentElement.dataset.base || '';
  const stored = new Map();
  const asked = new Map();

  // --- Pieces -----------------------------------------------------------------

  function data(key, value) {
    stored.set(key, value);
  }

  function load(key) {
    if (!asked.has(key)) {
      asked.set(key, new Promise((done, failed) => {
        const s = document.createElement('script');
        s.src = base + 'data/' + key + '.js';
        s.onload = () => {
          if (stored.has(key)) {
            done(stored.get(key));
          } else {
            failed(new Error(s.src + ' holds other data'));
          }
        };
        s.onerror = () => failed(new Error('cannot load ' + s.src));
        document.head.appendChild(s);
      }));
    }
    return asked.get(key);
  }

  // --- Small things -----------------------------------------------------------

  function make(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const name of Object.keys(attributes || {})) {
      e.setAttribute(name, attributes[name]);
    }
    e.append(...children);
    return e;
  }

  // Numbers beyond 2^53 are strings of digits.
  function grouped(n) {
    return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
  }

  function plural(n, one, many) {
    return grouped(n) + ' ' + (String(n) === '1' ? one : many);
  }

  function sum(list) {
    let n = 0;
    for (const x of list) {
      n += Number(x);
    }
    if (n <= Number.MAX_SAFE_INTEGER) {
      return n;
    }
    if (typeof BigInt !== 'function') {
      return 'about ' + n;
    }
    return list.reduce((a, x) => a + BigInt(x), BigInt(0)).toString();
  }

  const primitive = {B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int',
    J: 'long', S: 'short', Z: 'boolean', V: 'void'};

  function shortClass(name) {
    return name.slice(name.lastIndexOf('/') + 1);
  }

  function parameters(desc) {
    const out = [];
    for (let i = 1; i < desc.length && desc[i] !== ')'; i++) {
      let dims = '';
      for (; desc[i] === '['; i++) {
        dims += '[]';
      }
      let type = primitive[desc[i]] || desc[i];
      if (desc[i] === 'L') {
        const end = desc.indexOf(';', i);
        type = shortClass(desc.slice(i + 1, end < 0 ? desc.length : end));
        i = end < 0 ? desc.length : end;
      }
      out.push(type + dims);
    }
    return out.join(', ');
  }

  // How a name is meant, which a word in front of it says; but client:()V is a method.
  function kind(name) {
    const m = /^(lambda|proxy|client):(?!\()/.exec(name);
    return m ? m[0] : '';
  }

  function inWords(word) {
    return word === 'client:' ? "a client's " : word;
  }

  // "bar(int, String)" of bar:(ILjava/lang/String;)V, or of com/acme/Foo.bar:...;
  // then with "Foo." in front.
  function method(name) {
    const word = kind(name);
    if (word) {
      return inWords(word) + method(name.slice(word.length));
    }
    const at = name.indexOf(':(');
    if (at < 0) {
      return name.replace(/\//g, '.');
    }
    const slash = name.lastIndexOf('/', at);
    return name.slice(slash + 1, at) + '(' + parameters(name.slice(at + 1)) + ')';
  }

  function receiver(name) {
    if (name[0] === '[') {
      return parameters('(' + name + ')');
    }
    const word = kind(name);
    if (word) {
      return inWords(word) + receiver(name.slice(word.length));
    }
    return name.indexOf(':(') > 0 ? method(name) : shortClass(name);
  }

  // Half a pair of surrogates is no character, and no address has it.
  function whole(name) {
    return name.replace(/[\ud800-\udfff]/gu, '\ufffd');
  }

  function encode(name) {
    return encodeURIComponent(whole(name));
  }

  function announce(text) {
    const box = document.getElementById('said');
    if (box) {
      box.textContent = text;
    }
  }

  function fail(error) {
    announce(String(error.message || error));
    throw error;
  }

  // --- Percentages ------------------------------------------------------------

  // A figure is null where nothing is required.
  function share(f) {
    if (!f) {
      return NaN;
    }
    const p = parseFloat(f[FIGURE_SHARE]);
    return isNaN(p) ? (f[FIGURE_SHARE][0] === '<' ? 0.05 : NaN) : p;
  }

  function bar(f) {
    if (!f) {
      return make('span', {class: 'none'}, '–');
    }
    if (f[FIGURE_REQUIRED] === null) {
      return make('span', {class: 'none'}, grouped(f[FIGURE_COVERED]) + ' covered');
    }
    const p = share(f);
    const full = p === 100;
    return make('span', {class: 'figure'},
      make('span', {class: 'bar' + (full ? ' full' : ''), 'aria-hidden': 'true'},
        make('span', {style: 'width:' + (isNaN(p) ? 0 : p) + '%'})),
      make('span', {class: 'share'}, f[FIGURE_SHARE] + (isNaN(p) ? '' : '\u202f%')),
      make('span', {class: 'of'},
        grouped(f[FIGURE_COVERED]) + ' of ' + grouped(f[FIGURE_REQUIRED])));
  }

  // --- Tables -----------------------------------------------------------------

  const PAGE = 100;
  const UNSEEN = 8;

  function order(a, b) {
    if (typeof a === 'number' && typeof b === 'number') {
      const x = isNaN(a), y = isNaN(b);
      return x || y ? x - y : a - b;
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  // columns: {title, key(row), cell(row), number}. Without `text`, no filter.
  function table(place, rows, columns, text, what) {
    let by = -1, down = false, shown = PAGE, words = [], open = false;
    const head = make('tr', {});
    const body = make('tbody', {});
    const more = make('button', {type: 'button', class: 'more'});
    const count = make('p', {class: 'count', 'aria-live': 'polite'});

    function chosen() {
      let list = rows;
      if (words.length || open) {
        list = rows.filter((r) => {
          const t = text(r).toLowerCase();
          return words.every((w) => t.includes(w)) && (!open || what.open(r));
        });
      }
      if (by >= 0) {
        const key = columns[by].key;
        const sign = down ? -1 : 1;
        list = list.map((r, i) => [key(r), i, r]).sort((a, b) => {
          // What has no figure stands last, whichever way.
          if (a[0] !== a[0] || b[0] !== b[0]) {
            return order(a[0], b[0]) || a[1] - b[1];
          }
          return sign * order(a[0], b[0]) || a[1] - b[1];
        }).map((x) => x[2]);
      }
      return list;
    }

    function draw() {
      const list = chosen();
      body.textContent = '';
      for (const r of list.slice(0, shown)) {
        const tr = make('tr', {});
        columns.forEach((c, i) => {
          const cell = make(i ? 'td' : 'th', i ? {} : {scope: 'row'}, c.cell(r));
          if (c.number) {
            cell.className = 'number';
          }
          tr.append(cell);
        });
        body.append(tr);
      }
      const left = list.length - shown;
      more.hidden = left <= 0;
      more.textContent = 'Show ' + grouped(Math.min(left, 10 * PAGE)) + ' more';
      count.textContent = text
        ? (list.length === rows.length ? grouped(rows.length)
          : grouped(list.length) + ' of ' + grouped(rows.length)) + ' ' +
          (rows.length === 1 ? what.one : what.many) : '';
      Array.from(head.children).forEach((th, i) => {
        if (i === by) {
          th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        } else {
          th.removeAttribute('aria-sort');
        }
      });
    }

    columns.forEach((c, i) => {
      const button = make('button', {type: 'button'}, c.title);
      button.addEventListener('click', () => {
        down = by === i ? !down : false;
        by = i;
        draw();
      });
      head.append(make('th', {scope: 'col', class: c.number ? 'number' : ''}, button));
    });
    more.addEventListener('click', () => {
      shown += 10 * PAGE;
      draw();
    });
    if (text) {
      const id = place.id + '-filter';
      const input = make('input', {type: 'search', id: id, autocomplete: 'off',
        spellcheck: 'false'});
      input.addEventListener('input', () => {
        words = input.value.toLowerCase().split(/\s+/).filter((w) => w);
        shown = PAGE;
        draw();
      });
      const tools = make('div', {class: 'tools'},
        make('label', {for: id}, 'Filter ' + what.many), input);
      if (what.open) {
        const box = make('input', {type: 'checkbox', id: place.id + '-open'});
        box.addEventListener('change', () => {
          open = box.checked;
          shown = PAGE;
          draw();
        });
        tools.append(make('label', {class: 'check'}, box, 'only what is not fully covered'));
      }
      tools.append(count);
      place.append(tools);
    }
    place.append(make('div', {class: 'scroll', tabindex: '0', role: 'region',
      'aria-label': 'Table of ' + what.many},
    make('table', {}, make('thead', {}, head), body)), more);
    draw();
  }

  // --- Trees of chains --------------------------------------------------------
  //
  // The block of a node's children is there, or the number of one in a file of
  // blocks, or 0. What may follow is told by the state: labels that lead on, and how
  // many chains begin with each. Labels are described by the piece of their class.

  // The page tells how pieces are cut: blocks of a file, states of a file.
  let cut = {};
  const SIBLINGS = 200;

  function classPiece(plan, id) {
    return load(plan + 'c' + id);
  }

  function block(plan, ref) {
    if (Array.isArray(ref)) {
      return Promise.resolve(ref);
    }
    if (!ref) {
      return Promise.resolve([]);
    }
    return load(plan + 't' + Math.floor(ref / cut.blocks)).then((x) => x[ref % cut.blocks]);
  }

  function moves(plan, state) {
    if (!state) {
      return Promise.resolve([]);
    }
    const n = state - 1;
    return load(plan + 's' + Math.floor(n / cut.states))
      .then((x) => x[n % cut.states]);
  }

  function labelOf(piece, id) {
    const l = piece.labels[id - piece.label0];
    const site = piece.sites[l[LABEL_SITE]];
    return {id: id, site: site, siteRow: l[LABEL_SITE],
      receiver: piece.text[l[LABEL_RECEIVER]], target: piece.text[l[LABEL_TARGET]],
      targetClass: l[LABEL_CLASS], hits: l[LABEL_HITS], piece: piece};
  }

  function placeOf(l) {
    const line = l.site[SITE_LINE];
    const p = l.piece;
    const text = line && p.source ? p.source + ':' + line
      : line ? 'line ' + line : 'offset ' + l.site[SITE_PC];
    const title = 'offset ' + l.site[SITE_PC] + ', calls ' + l.site[SITE_CALLED];
    return p.src && line
      ? make('a', {class: 'place', href: base + p.src + '#L' + line, title: title,
        tabindex: '-1'}, text)
      : make('span', {class: 'place', title: title}, text);
  }

  // What else is known of the site where a chain was left.
  function siteStory(l) {
    const p = l.piece;
    const taken = [];
    const first = l.site[SITE_FIRST], n = l.site[SITE_LABELS];
    for (let i = first; i < first + n; i++) {
      const x = p.labels[i];
      if (x[LABEL_HITS] && i !== l.id - p.label0) {
        const on = p.text[x[LABEL_RECEIVER]];
        taken.push((on !== '-' ? receiver(on) + ' → ' : '') +
          method(p.text[x[LABEL_TARGET]]));
      }
    }
    if (l.hits) {
      return 'this call ran in other chains, ' + plural(l.hits, 'time', 'times');
    }
    return !l.site[SITE_HITS] && !taken.length ? 'the call site never ran'
      : taken.length ? 'the call site ran, but only with ' + taken.slice(0, 4).join(', ') +
        (taken.length > 4 ? ' and ' + (taken.length - 4) + ' others' : '')
        : 'the call site ran, but never this call';
  }

  function called(l) {
    const box = make('span', {class: 'name', title: l.target}, method(l.target));
    const out = [box];
    if (l.receiver !== '-') {
      out.push(make('span', {class: 'on', title: l.receiver}, 'on ' + receiver(l.receiver)));
    }
    out.push(placeOf(l));
    return out;
  }

  let n_items = 0;

  function item(level, kind, row, expand) {
    const id = 'i' + (++n_items);
    const line = make('span', {class: 'row ' + kind, id: id}, ...row);
    const li = make('li', {role: 'treeitem', tabindex: '-1', 'aria-level': level,
      'aria-labelledby': id}, line);
    if (expand) {
      li.setAttribute('aria-expanded', 'false');
      li.expand = expand;
    }
    return li;
  }

  function mark(kind) {
    return kind === 'yes' ? make('span', {class: 'mark yes'}, '✓ covered')
      : kind === 'some' ? make('span', {class: 'mark some'}, '◐ begun')
        : make('span', {class: 'mark no'}, '○ not covered');
  }

  function linkTo(view, trail) {
    const hash = '#m=' + encode(view.method) + '&c=' +
      [view.level].concat(trail).join('.');
    return make('a', {class: 'link', href: hash, tabindex: '-1',
      'aria-label': 'link to this chain', title: 'link to this chain'}, '#');
  }

  // The children of a covered node, as items.
  function grow(view, x) {
    return Promise.all([classPiece(view.plan, x.cls), block(view.plan, x.kids),
      moves(view.plan, x.state)]).then(([piece, rows, list]) => {
      const items = [];
      const has = new Set(rows.map((r) => r[NODE_LABEL]));
      rows.forEach((r) => items.push(() =>
        coveredItem(view, x, labelOf(piece, r[NODE_LABEL]), r)));
      const open = [];
      for (let i = 0; i < list.length; i += MOVE_END) {
        const move = list.slice(i, i + MOVE_END);
        if (!has.has(move[MOVE_LABEL])) {
          open.push(move);
        }
      }
      if (open.length) {
        items.push(() => frontier(view, x, piece, open));
      }
      return items;
    });
  }

  function coveredItem(view, above, l, row) {
    const trail = above.trail.concat(l.id);
    const x = {cls: l.targetClass, kids: row[NODE_KIDS], state: row[NODE_STATE], trail: trail,
      depth: above.depth + 1};
    const li = item(x.depth, 'covered', [mark('yes'), ...called(l),
      make('span', {class: 'hits'}, plural(row[NODE_HITS], 'time', 'times')), linkTo(view, trail)],
    row[NODE_STATE] || row[NODE_KIDS] ? () => grow(view, x) : null);
    li.dataset.label = l.id;
    return li;
  }

  function frontier(view, x, piece, open) {
    const n = sum(open.map((o) => o[MOVE_CHAINS]));
    const li = item(x.depth + 1, 'rest', [mark('no'),
      make('span', {class: 'name'}, plural(open.length, 'more call', 'more calls') +
        ' not covered'),
      make('span', {class: 'hits'}, plural(n, 'chain', 'chains') + ' below')],
    () => Promise.resolve(open.map((o) => () => {
      const l = labelOf(piece, o[MOVE_LABEL]);
      const leaf = item(x.depth + 2, 'open', [mark('no'), ...called(l),
        make('span', {class: 'hits'}, plural(o[MOVE_CHAINS], 'chain begins', 'chains begin') + ' here'),
        make('span', {class: 'story'}, siteStory(l)),
        linkTo(view, x.trail.concat(o[MOVE_LABEL]))]);
      leaf.dataset.label = o[MOVE_LABEL];
      return leaf;
    })));
    li.classList.add('frontier');
    return li;
  }

  // Items below a list, some hundred at a time.
  function fill(group, items, level) {
    let at = 0;
    function some() {
      const end = Math.min(items.length, at + SIBLINGS);
      for (; at < end; at++) {
        group.append(items[at]());
      }
      if (at < items.length) {
        const rest = item(level, 'rest', [make('span', {class: 'name'},
          plural(items.length - at, 'more', 'more') + ' of this list')], null);
        rest.act = () => {
          const before = rest.previousElementSibling;
          rest.remove();
          some();
          focusItem(before.nextElementSibling || before);
        };
        group.append(rest);
      }
    }
    group.all = () => {
      while (at < items.length) {
        group.lastElementChild.remove();
        some();
      }
    };
    some();
  }

  function groupOf(li) {
    return li.querySelector(':scope > ul');
  }

  function expand(li) {
    if (!li.expand) {
      return Promise.resolve(null);
    }
    li.setAttribute('aria-expanded', 'true');
    if (!li.growing) {
      li.setAttribute('aria-busy', 'true');
      li.growing = li.expand().then((items) => {
        const group = make('ul', {role: 'group'});
        const level = Number(li.getAttribute('aria-level')) + 1;
        fill(group, items, level);
        if (!items.length) {
          li.removeAttribute('aria-expanded');
          li.expand = null;
        }
        li.append(group);
        li.removeAttribute('aria-busy');
        return group;
      }).catch(fail);
    }
    return li.growing;
  }

  function collapse(li) {
    li.setAttribute('aria-expanded', 'false');
  }

  function isOpen(li) {
    return li.getAttribute('aria-expanded') === 'true';
  }

  function focusItem(li) {
    const tree = li.closest('[role=tree]');
    const was = tree.querySelector('[role=treeitem][tabindex="0"]');
    if (was) {
      was.tabIndex = -1;
    }
    li.tabIndex = 0;
    li.focus({preventScroll: true});
    const row = li.firstElementChild;
    if (row.scrollIntoView) {
      row.scrollIntoView({block: 'nearest'});
    }
  }

  function visible(tree) {
    return Array.from(tree.querySelectorAll('[role=treeitem]'))
      .filter((li) => !li.parentElement.closest('[aria-expanded=false]'));
  }

  function act(li) {
    if (li.act) {
      li.act();
    } else if (isOpen(li)) {
      collapse(li);
    } else {
      expand(li);
    }
  }

  const keys = {
    ArrowDown: (li, all, i) => all[i + 1],
    ArrowUp: (li, all, i) => all[i - 1],
    Home: (li, all) => all[0],
    End: (li, all) => all[all.length - 1],
    ArrowRight: (li) => {
      if (li.expand && !isOpen(li)) {
        expand(li);
        return null;
      }
      const group = groupOf(li);
      return group && isOpen(li) ? group.firstElementChild : null;
    },
    ArrowLeft: (li) => {
      if (isOpen(li)) {
        collapse(li);
        return null;
      }
      return li.parentElement.closest('[role=treeitem]');
    },
    Enter: (li) => act(li),
    ' ': (li) => act(li),
  };

  function tree(place, name) {
    const ul = make('ul', {role: 'tree', 'aria-label': name, class: 'tree'});
    ul.addEventListener('click', (event) => {
      const li = event.target.closest('[role=treeitem]');
      if (li && !event.target.closest('a') && event.target.closest('.row')) {
        focusItem(li);
        act(li);
      }
    });
    ul.addEventListener('keydown', (event) => {
      const li = event.target.closest('[role=treeitem]');
      const go = keys[event.key];
      if (!li || !go || event.ctrlKey || event.altKey || event.metaKey ||
          event.target.closest('a')) {
        return;
      }
      event.preventDefault();
      const all = visible(ul);
      const to = go(li, all, all.indexOf(li));
      if (to) {
        focusItem(to);
      }
    });
    place.append(ul);
    return ul;
  }

  // --- Pages ------------------------------------------------------------------

  const figureTitle = {chains: 'Chains', chains_by_site: 'Chains, by site',
    chains_by_method: 'Chains, by method', rc: 'Receiver classes', tm: 'Target methods',
    entries: 'Entries'};

  function figureColumns(d, names) {
    return names.filter((w) => d.has[d.words.indexOf(w)]).map((w) => {
      const i = d.words.indexOf(w);
      return {title: figureTitle[w], number: true,
        key: (r) => share(r[ROW_FIGURES][i]), cell: (r) => bar(r[ROW_FIGURES][i])};
    });
  }

  function isShort(d) {
    return (r) => r[ROW_FIGURES].some((f, i) => d.has[i] && f && share(f) < 100);
  }

  function figureTable(d, id, rows, what, name) {
    const place = document.getElementById(id);
    if (!place) {
      return;
    }
    // Two plans may have one name.
    const cell = (r) => r[ROW_PLAN]
      ? make('span', {}, name(r), ' ', make('span', {class: 'dim'}, r[ROW_PLAN]))
      : name(r);
    const columns = [{title: what.title, key: (r) => what.number ? Number(r[ROW_NAME])
      : r[ROW_NAME], cell: cell}].concat(figureColumns(d, what.figures));
    what.open = isShort(d);
    table(place, rows, columns, what.number ? null : (r) => r[ROW_NAME] + ' ' +
      cell(r).textContent, what);
  }

  function pageLink(r, text) {
    return r[ROW_LINK] ? make('a', {href: base + r[ROW_LINK], title: r[ROW_NAME]}, text)
      : make('span', {title: r[ROW_NAME]}, text);
  }

  const MAIN = ['chains', 'rc', 'tm', 'entries'];
  const CHAINS = ['chains', 'chains_by_site', 'chains_by_method'];

  function overview(d) {
    figureTable(d, 'packages', d.package, {title: 'Package', one: 'package',
      many: 'packages', figures: MAIN},
    (r) => pageLink(r, r[ROW_NAME].replace(/\//g, '.') || '(none)'));
    figureTable(d, 'classes', d.class, {title: 'Class', one: 'class', many: 'classes',
      figures: MAIN}, (r) => pageLink(r, r[ROW_NAME].replace(/\//g, '.')));
    figureTable(d, 'methods', d.method, {title: 'Method', one: 'method', many: 'methods',
      figures: MAIN}, (r) => {
      const a = pageLink(r, method(r[ROW_NAME]));
      if (r[ROW_LINK]) {
        a.hash = 'm=' + encode(r[ROW_NAME].slice(r[ROW_NAME].indexOf('.') + 1));
      }
      return a;
    });
    figureTable(d, 'lengths', d.length, {title: 'Length', one: 'length', many: 'lengths',
      figures: CHAINS, number: true}, (r) => make('span', {}, r[ROW_NAME]));
    figureTable(d, 'levels', d.level, {title: 'Level', one: 'level', many: 'levels',
      figures: CHAINS, number: true}, (r) => make('span', {},
      r[ROW_NAME] === '*' ? 'any' : r[ROW_NAME]));
    for (const t of document.querySelectorAll('time[data-us]')) {
      const date = new Date(Number(t.dataset.us) / 1000);
      t.textContent = date.toLocaleString();
      t.dateTime = date.toISOString();
    }
    for (const m of document.querySelectorAll('[data-method]')) {
      m.title = m.dataset.method;
      m.textContent = method(m.dataset.method);
    }
    for (const m of document.querySelectorAll('[data-receiver]')) {
      m.title = m.dataset.receiver;
      m.textContent = receiver(m.dataset.receiver);
    }
    // index.html#class/com.acme.Foo, and with /m=...&c=... behind it
    const want = /^#class\/([^/]+)(?:\/(.*))?$/.exec(location.hash);
    if (want) {
      const name = decodeURIComponent(want[1]).replace(/\./g, '/');
      const row = d.class.find((r) => r[ROW_NAME] === name);
      if (row && row[ROW_LINK]) {
        location.replace(row[ROW_LINK] + (want[2] ? '#' + want[2] : ''));
      } else {
        announce('No page for the class ' + name);
      }
    }
  }

  // An entry with its trees, one for each level that the plan tells apart.
  function rootItem(d, piece, e, root) {
    const name = piece.methods[e.method][METHOD_NAME];
    const view = {plan: d.plan, method: name, level: root.level};
    const x = {cls: d.id, kids: root.kids, state: root.state, trail: [], depth: 1};
    const done = String(root.required) === String(root.covered);
    const row = [mark(!root.hits ? 'no' : done ? 'yes' : 'some'),
      make('span', {class: 'name', title: piece.name + '.' + name}, method(name))];
    if (root.level !== '*') {
      row.push(make('span', {class: 'on'}, 'level ' + root.level));
    }
    row.push(make('span', {class: 'hits'}, root.hits
      ? 'entered ' + plural(root.hits, 'time', 'times') + ', ' + grouped(root.covered) +
        ' of ' + plural(root.required, 'chain', 'chains') + ' covered'
      : 'never entered, ' + plural(root.required, 'chain', 'chains')), linkTo(view, []));
    const li = item(1, root.hits ? 'covered' : 'open', row,
      root.hits ? () => grow(view, x) : null);
    li.dataset.method = whole(name);
    li.dataset.level = root.level;
    return li;
  }

  function sites(d, piece) {
    const place = document.getElementById('sites');
    const rows = piece.sites.filter((s) => s[SITE_RC] || s[SITE_TM] || s[SITE_ODD]);
    if (!place || !rows.length) {
      return;
    }
    const pairs = (s, i) => (s[i] || []).map((p) => {
      const l = piece.labels[p[PAIR_LABEL]];
      const name = piece.text[i === SITE_RC ? l[LABEL_RECEIVER] : l[LABEL_TARGET]];
      return make('li', {class: p[PAIR_HITS] ? 'yes' : 'no', title: name},
        make('span', {class: 'mark ' + (p[PAIR_HITS] ? 'yes' : 'no')}, p[PAIR_HITS] ? '✓' : '○'),
        i === SITE_RC ? receiver(name) : method(name),
        make('span', {class: 'hits'},
          p[PAIR_HITS] ? plural(p[PAIR_HITS], 'time', 'times') : 'not seen'));
    }).concat(i === SITE_RC ? (s[SITE_ODD] || []).map((o) => make('li',
      {class: 'odd', title: o[ODD_RECEIVER]},
      make('span', {class: 'mark odd'}, '!'), receiver(o[ODD_RECEIVER]),
      make('span', {class: 'hits'}, plural(o[ODD_HITS], 'time', 'times') + ', not predicted'))) : []);
    const seen = (s, i) => (s[i] || []).filter((p) => p[PAIR_HITS]).length /
      ((s[i] || []).length || NaN);
    // What was seen first; of what was not, the first ones.
    const list = (s, i) => {
      const all = pairs(s, i);
      const first = all.filter((li) => li.className !== 'no');
      const missing = all.filter((li) => li.className === 'no');
      const rest = missing.length > UNSEEN + 1 ? missing.splice(UNSEEN) : [];
      const box = make('div', {},
        make('ul', {class: 'pairs'}, ...first, ...missing));
      if (rest.length) {
        box.append(make('details', {}, make('summary', {},
          grouped(rest.length) + ' more not seen'), make('ul', {class: 'pairs'}, ...rest)));
      }
      return all.length ? box : make('span', {class: 'none'}, '–');
    };
    table(place, rows, [
      {title: 'Call', key: (s) => s[SITE_LINE] * 65536 + s[SITE_PC],
        cell: (s) => make('span', {id: 's' + s[SITE_ID]}, placeOf({site: s, piece: piece}),
          ' in ' + method(piece.methods[s[SITE_METHOD]][METHOD_NAME]), make('br', {}),
          make('span', {class: 'name', title: s[SITE_CALLED]}, method(s[SITE_CALLED])),
          make('span', {class: 'hits'}, s[SITE_HITS]
            ? 'ran ' + plural(s[SITE_HITS], 'time', 'times') : 'never ran'))},
      {title: 'Receiver classes', key: (s) => seen(s, SITE_RC), cell: (s) => list(s, SITE_RC)},
      {title: 'Target methods', key: (s) => seen(s, SITE_TM), cell: (s) => list(s, SITE_TM)},
    ], (s) => s[SITE_CALLED] + ' ' + piece.methods[s[SITE_METHOD]][METHOD_NAME] + ' ' +
      (s[SITE_RC] || []).map((p) => piece.text[piece.labels[p[PAIR_LABEL]][LABEL_RECEIVER]])
        .join(' '),
    {one: 'call site', many: 'call sites',
      open: (s) => [SITE_RC, SITE_TM].some((i) => (s[i] || []).some((p) => !p[PAIR_HITS]))});
  }

  // Opens the tree along a chain, as far as that is possible.
  function follow(li, labels) {
    if (!labels.length) {
      return Promise.resolve(li);
    }
    return expand(li).then((group) => {
      if (!group) {
        return li;
      }
      group.all();
      const find = (g) => Array.from(g.children).find((x) => x.dataset.label === labels[0]);
      const next = find(group);
      const rest = Array.from(group.children).find((x) => x.classList.contains('frontier'));
      if (next) {
        return follow(next, labels.slice(1));
      }
      if (!rest) {
        return li;
      }
      return expand(rest).then((g) => {
        g.all();
        return find(g) || rest;
      });
    });
  }

  function jump() {
    const want = {};
    for (const part of location.hash.slice(1).split('&')) {
      const at = part.indexOf('=');
      if (at > 0) {
        want[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
      }
    }
    if (want.s) {
      const site = document.getElementById('s' + want.s);
      if (site) {
        const row = site.closest('tr');
        row.classList.add('target');
        row.scrollIntoView({block: 'center'});
      }
    }
    if (!want.m) {
      return;
    }
    const chain = (want.c || '*').split('.');
    const roots = Array.from(document.querySelectorAll('#chains [role=treeitem][aria-level="1"]'))
      .filter((li) => li.dataset.method === want.m);
    const root = roots.find((li) => li.dataset.level === chain[0]) || roots[0];
    if (!root) {
      announce('No entry ' + want.m + ' here');
      return;
    }
    follow(root, chain.slice(1)).then((li) => {
      for (const old of document.querySelectorAll('.tree .target')) {
        old.classList.remove('target');
      }
      li.firstElementChild.classList.add('target');
      focusItem(li);
      li.firstElementChild.scrollIntoView({block: 'center'});
    }).catch(fail);
  }

  function classPage(d) {
    cut = d.cut;
    figureTable(d, 'methods', d.method, {title: 'Method', one: 'method', many: 'methods',
      figures: MAIN}, (r) => r[ROW_LINK]
      ? make('a', {href: '#m=' + encode(r[ROW_NAME]), title: r[ROW_NAME]}, method(r[ROW_NAME]))
      : make('span', {title: r[ROW_NAME]}, method(r[ROW_NAME])));
    const ready = classPiece(d.plan, d.id).then((piece) => {
      const place = document.getElementById('chains');
      if (place && d.entries.length) {
        const ul = tree(place, 'Chains by entry');
        const items = [];
        for (const e of d.entries) {
          e.roots.forEach((root) => items.push(() => rootItem(d, piece, e, root)));
        }
        fill(ul, items, 1);
        ul.all();
        ul.firstElementChild.tabIndex = 0;
      }
      sites(d, piece);
      jump();
      window.addEventListener('hashchange', jump);
    });
    ready.catch(fail);
  }

  // --- The icicle ---------------------------------------------------------------
  //
  // A box is as wide as all calls made in it and below.

  function icicle(section, d) {
    const place = make('div', {class: 'icicle', role: 'group',
      'aria-label': 'Icicle of hot chains'});
    const info = make('p', {class: 'icicle-info', 'aria-live': 'polite'});
    section.append(info, place);
    const top = {row: null, weight: sum(d.tree.map((n) => n[BOX_WEIGHT])), kids: d.tree, depth: 0};
    let focus = top;

    function wrap(n, above) {
      return {row: d.rows[n[BOX_CALL]], weight: n[BOX_WEIGHT], hits: n[BOX_HITS],
        kids: n[BOX_KIDS], above: above, depth: above.depth + 1};
    }
    function title(x) {
      return x.row ? method(d.text[x.row[CALL_TARGET]]) : 'all entries';
    }
    function tell(x) {
      info.textContent = '';
      info.append(make('strong', {}, title(x)));
      if (x.row) {
        if (d.text[x.row[CALL_RECEIVER]] !== '-') {
          info.append(' on ' + receiver(d.text[x.row[CALL_RECEIVER]]));
        }
        if (d.text[x.row[CALL_PLACE]]) {
          info.append(', called at ' + d.text[x.row[CALL_PLACE]]);
        }
        info.append('; entered here ' + plural(x.hits, 'time', 'times') + ', ' +
          plural(x.weight, 'call', 'calls') + ' with all below');
      }
    }
    function box(x, left, width, level) {
      const b = make('button', {type: 'button', class: 'box d' + (level % 6),
        style: 'left:' + left * 100 + '%;width:' + width * 100 + '%;top:' + level * 1.6 + 'rem',
        tabindex: level ? '-1' : '0', title: title(x)}, title(x));
      b.node = x;
      b.addEventListener('click', () => show(x === focus && x.above ? x.above : x));
      b.addEventListener('focus', () => tell(x));
      b.addEventListener('mouseenter', () => tell(x));
      place.append(b);
      return b;
    }
    function show(x) {
      focus = x;
      place.textContent = '';
      const path = [];
      for (let a = x; a; a = a.above) {
        path.unshift(a);
      }
      path.forEach((a, i) => box(a, 0, 1, i));
      let level = path.length, deepest = level;
      let todo = [[x, 0, 1, level]];
      while (todo.length) {
        const [a, left, width, l] = todo.shift();
        let at = left;
        for (const kid of a.kids || []) {
          const w = width * Number(kid[BOX_WEIGHT]) / Math.max(1, Number(a.weight));
          if (w >= 0.002) {
            const k = wrap(kid, a);
            const b = box(k, at, w, l);
            b.dataset.left = at;
            deepest = Math.max(deepest, l + 1);
            todo.push([k, at, w, l + 1]);
          }
          at += w;
        }
      }
      place.style.height = deepest * 1.6 + 'rem';
      const me = place.children[path.length - 1];
      me.tabIndex = 0;
      tell(x);
      return me;
    }
    place.addEventListener('keydown', (event) => {
      const b = event.target.closest('.box');
      if (!b) {
        return;
      }
      const all = Array.from(place.children);
      const top_of = (e) => parseFloat(e.style.top);
      const row = all.filter((e) => top_of(e) === top_of(b));
      let to = null;
      if (event.key === 'ArrowRight') {
        to = row[row.indexOf(b) + 1];
      } else if (event.key === 'ArrowLeft') {
        to = row[row.indexOf(b) - 1];
      } else if (event.key === 'ArrowDown') {
        to = all.find((e) => e.node.above === b.node);
      } else if (event.key === 'ArrowUp') {
        to = all.find((e) => e.node === b.node.above);
      } else if (event.key === 'Escape') {
        to = show(top);
      } else {
        return;
      }
      event.preventDefault();
      if (to) {
        to.focus();
      }
    });
    show(top);
  }

  function hot() {
    for (const section of document.querySelectorAll('.icicle-place')) {
      icicle(section, JSON.parse(section.querySelector('script').textContent));
    }
  }

  const pages = {overview: overview, class: classPage, hot: hot};

  document.addEventListener('DOMContentLoaded', () => {
    const json = document.getElementById('page');
    const kind = document.documentElement.dataset.page;
    if (pages[kind]) {
      pages[kind](json && JSON.parse(json.textContent));
    }
    document.documentElement.dataset.ready = 'yes';
  });

  return {data: data};
})();
