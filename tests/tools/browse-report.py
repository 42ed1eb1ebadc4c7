# SPDX-License-Identifier: MIT
"""browse-report.py - what t8031-browser.t does with the pages of a report of
tests/tools/makerun, depth 7. Steps for browse.py, which has all names used here."""
# flake8: noqa: F821
import os

report, scratch = folders
READY = "return document.documentElement.dataset.ready"
FOCUS = "return document.activeElement"
ROWS = ("return Array.from(document.querySelectorAll('#%s tbody tr'))"
        ".map(r => r.cells[0].textContent)")
NAME = "C%02d<b>&\"q'"


def page(name):
    open_page(report, name)
    until(READY)


def class_page():
    page("class/1-C00_b___q_.html")
    until("return document.querySelector('#chains [role=treeitem]')")


# --- Tables ---------------------------------------------------------------------

page("index.html")
names = ["odd." + NAME % k for k in range(7)]
# The last class calls nobody and is no entry.
same(js(ROWS % "classes"), names, "all classes with requirements, by name")
same(js("return document.querySelectorAll('b, i').length"), 0, "names are no markup")
click("#classes-filter")
key("c03")
same(js(ROWS % "classes"), ["odd." + NAME % 3], "the filter leaves one")
same(js("return document.querySelector('#classes .count').textContent"),
     "1 of 7 classes", "and says so")
js("const f = document.getElementById('classes-filter'); f.value = '';"
   "f.dispatchEvent(new Event('input'))")
click("#classes thead button")
click("#classes thead button")
same(js(ROWS % "classes"), names[::-1], "a title sorts, and again the other way")
same(js("return document.querySelector('#classes th').getAttribute('aria-sort')"),
     "descending", "which is told")
click("#classes-open")
same(js(ROWS % "classes"), ["odd." + NAME % 0], "only what is not fully covered")
same(js("return document.querySelector('time').dateTime"),
     "2023-11-14T22:13:20.000Z", "when a run began")
same(js("return Array.from(document.querySelectorAll('.cards strong'))"
        ".map(e => e.textContent.replace('\\u202f', ' '))")[0], "98.1 %",
     "how much is covered")
click("#classes tbody a")
until("return location.pathname.includes('/class/1-')")
ok(True, "a class leads to its page")

# --- Trees ----------------------------------------------------------------------

class_page()
same(js("return document.querySelectorAll('#chains [role=treeitem]').length"), 1,
     "one entry, closed")
click("#chains [role=treeitem] .name")
until("return document.querySelector('#chains [role=group] [role=treeitem]')")
same(js("return document.querySelectorAll('#chains [role=group] > li').length"), 4,
     "opened by a click: its four calls")
ok(js("return document.querySelector('#chains [role=group] > li').innerText")
   .startswith("✓ covered\n" + NAME % 1 + ".m()"), "with names and marks")
key("ArrowDown", "ArrowRight")
until("return document.querySelector('#chains [role=group] [role=group] > li')")
same(js(FOCUS + ".getAttribute('aria-level')"), "2", "opened by a key")
same(js(FOCUS + ".getAttribute('aria-expanded')"), "true", "which is told")
key("ArrowRight")
same(js(FOCUS + ".getAttribute('aria-level')"), "3", "right goes to the first child")
key("End")
last = js(FOCUS + ".innerText")
key("Home")
same(js(FOCUS + ".getAttribute('aria-level')"), "1", "Home to the top")
ok(last != js(FOCUS + ".innerText"), "End to the bottom")
key("Enter")
same(js(FOCUS + ".getAttribute('aria-expanded')"), "false", "Enter closes it")
same(js("return document.querySelector('#chains ul ul').offsetHeight"), 0,
     "so that nothing below is seen")
key("Enter", "ArrowDown", "ArrowLeft", "ArrowLeft")
same(js(FOCUS + ".getAttribute('aria-level')"), "1", "left closes, then goes up")
outline = js("const s = getComputedStyle(" + FOCUS[7:] + ".firstElementChild);"
             "return s.outlineStyle + s.outlineWidth")
same(outline, "solid3px", "what has the focus is seen")
same(js("return document.querySelectorAll('#chains [tabindex=\"0\"]').length"), 1,
     "one stop for Tab")

# --- Links ----------------------------------------------------------------------

page("index.html")
link = js("return document.querySelector('tbody td a[href*=\"#m=\"]').getAttribute('href')")
open_page(report, link)
until("return document.querySelector('#chains .target')")
labels = link.split("c=%2A.")[1].split(".")
same(js(FOCUS + ".dataset.label"), labels[-1], "a link opens the tree at the missing call")
same(js("const out = []; for (let e = document.activeElement; e; "
        "e = e.parentElement.closest('[role=treeitem]')) {"
        "if (e.dataset.label) out.unshift(e.dataset.label) } return out"), labels,
     "below the chain that is covered")
ok("not covered" in js(FOCUS + ".innerText"), "which is said to be uncovered")
ok("the call site ran" in js(FOCUS + ".innerText") or
   "this call ran in other chains" in js(FOCUS + ".innerText"),
   "with what is known of its site")
open_page(report, "index.html#class/" + js("return encodeURIComponent(arguments[0])",
                                           "odd." + NAME % 2))
until("return location.pathname.includes('/class/3-')")
ok(True, "a class is found by its name")
page("class/1-C00_b___q_.html#s=1")
until("return document.querySelector('#sites tr.target')")
same(js("return document.querySelectorAll('#sites li.odd').length"), 1,
     "a link to a site, where a receiver was not predicted")

# --- The icicle -------------------------------------------------------------------

page("hot.html")
until("return document.querySelector('.box')")
same(js("return document.querySelector('.box').textContent"), "all entries", "the icicle")
wide = js("return document.querySelectorAll('.box')[2].offsetWidth")
js("document.querySelectorAll('.box')[2].click()")
ok(js("return document.querySelectorAll('.box')[2].offsetWidth") > wide,
   "a box that is chosen becomes as wide as the page")
js("document.querySelectorAll('.box')[2].focus()")
key("ArrowUp")
same(js("return document.activeElement.textContent"), NAME % 0 + ".m()", "up by a key")
key("Escape")
same(js("return document.querySelectorAll('.box')[2].offsetWidth"), wide,
     "Escape shows all again")

# --- Looks ------------------------------------------------------------------------

for width in (400, 1280):
    resize(width, 900)
    for name in ("index.html", "class/1-C00_b___q_.html", "hot.html"):
        page(name)
        ok(js("return document.documentElement.scrollWidth") <= width,
           "%s is not wider than %d pixels" % (name, width))
BACK = "return getComputedStyle(document.documentElement).backgroundColor"
look("screen", "light")
light = js(BACK)
look("screen", "dark")
dark = js(BACK)
ok(light == "rgb(255, 255, 255)" and dark != light, "light, and dark where that is liked")
look("print", "dark")
same(js(BACK), light, "paper is white")
pdf(scratch + "/page.pdf")
with open(scratch + "/page.pdf", "rb") as file:
    ok(file.read(5) == b"%PDF-", "a page can be printed")
same(complaints(), [], "no complaint on the console")

# The control: a piece that is missing is said, to people and on the console.
os.rename(report + "/data/c1.js", report + "/data/away.js")
page("class/1-C00_b___q_.html")
until("return document.getElementById('said').textContent.includes('c1.js')")
ok(complaints() != [], "control: a missing piece is complained about")
os.rename(report + "/data/away.js", report + "/data/c1.js")
