#!/bin/sh
# SPDX-License-Identifier: MIT
# t8070-completion.t - what bash and zsh complete: commands, options, words and files.
. "${srcdir:-.}/tests/lib.sh"

bash_script=$builddir/completion/ccinstr
[ -f "$bash_script" ] || skip_all "no $bash_script: make all"

# --- The table, against --help ---------------------------------------------------

"$CCINSTR" --completion-table >table
unlike table "$tab($tab|\$)|^$tab" 'no field is empty'
"$CCINSTR" --help >help.txt
sed -n '/^Commands/,/^General/s/^  \([a-z]*\)  .*/\1/p' help.txt >commands
awk -F'\t' '$1 == "command" { print $2 }' table >got
same got commands 'the commands of --help'
for command in - $(cat commands); do
    [ "$command" = - ] && name= || name=$command
    # shellcheck disable=SC2086  # the program itself has no name
    "$CCINSTR" $name --help all |
        sed -n 's/^  \(-[a-zA-Z], \)\{0,1\} *\(--[a-z-]*\)\( .*\)\{0,1\}$/\2/p' >wanted
    awk -F'\t' -v c="$command" '$1 == "option" && $2 == c { print $3 }' table |
        sort >got
    sort wanted >sorted
    same got sorted "the options of ${name:-ccinstr} --help"
done
unlike table "$tab--(probes|completion-table)$tab" 'hidden options stay out of it'
# What is refused names all words there are.
awk -F'\t' '$1 == "option" && $8 != "-" && $7 == "-" { print $2 "\t" $3 "\t" $8 }' \
    table | sort -u >choices
is "$([ "$(wc -l <choices)" -ge 20 ]; echo $?)" 0 'there are options with words'
while IFS=$tab read -r command option words; do
    [ "$command" != - ] || command=
    # shellcheck disable=SC2086
    "$CCINSTR" $command "$option=no-such-word" x >/dev/null 2>said </dev/null
    known=$(sed -n 's/.*is none of //p' said | tr -d ,)
    [ "$known" = "$words" ] || echo "$command $option: $words; $known"
done <choices >wrong
is "$(cat wrong)" '' 'and they are the words that the program takes'
awk -F'\t' '$1 == "question" { print $2 }' table | sort >got
sed -n '/^\.SH QUESTIONS/,/^\.SH JSON/{/^\.TP/{n;s/^\.BI* \([a-z\\-]*\).*/\1/p;};}' \
    "$srcdir/man/ccinstr-query.5" | sed 's/\\-/-/' | sort >wanted
same got wanted 'the questions of ccinstr-query(5)'

mkdir work work/lib
touch work/app.jar work/web.war work/A.class work/notes.txt work/old.plan work/lib/x.jar
touch work/run.ccd 'work/my app.jar'

# --- bash --------------------------------------------------------------------------

# bash_completes WORD...: the words as bash parts them, completed at the last one; what it
# offers, sorted, in one line.
bash_completes() {
    # shellcheck disable=SC2016  # for that bash
    (cd work && bash --norc -c '
        . "$0"
        complete -p ccinstr >/dev/null || exit
        COMP_WORDS=(ccinstr "$@") COMP_CWORD=$#
        _ccinstr
        printf "%s\n" "${COMPREPLY[@]}"' "$bash_script" "$@") 2>bash.err |
        sort | tr '\n' '|' | sed 's/|$//'
    diag bash.err
}

if command -v bash >/dev/null 2>&1; then
    is "$(bash_completes '')" "$(sort commands | tr '\n' '|' | sed 's/|$//')" \
        'bash: commands'
    is "$(bash_completes gr)" graph 'a command that begins so'
    is "$(bash_completes --ver)" '--verbose|--version' 'options of the program'
    is "$(bash_completes --color '')" 'always|auto|never' 'and their words'
    is "$(bash_completes --color always mer)" merge 'a command behind them'
    is "$(bash_completes graph --an)" '--analysis' 'options of a command'
    is "$(bash_completes report --an)" '' 'and not those of another'
    is "$(bash_completes graph --format '')" 'dot|json|tsv' 'words'
    is "$(bash_completes forest --format '')" 'dot|json|svg|text|tsv' \
        'words of the same option of another command'
    is "$(bash_completes graph --format = j)" json 'words behind =, as bash parts it'
    is "$(bash_completes graph --format =)" 'dot|json|tsv' 'right behind ='
    is "$(bash_completes graph --format=j)" '--format=json' \
        'and where bash does not part words there'
    is "$(bash_completes graph --format json --an)" --analysis \
        'an option behind a value'
    is "$(bash_completes graph --format = json --an)" --analysis 'that is behind ='
    is "$(bash_completes forest --criteria chains,r)" chains,rc 'words with commas'
    is "$(bash_completes report --fail-under rc)" rc= 'figures'
    is "$(bash_completes report --fail-on '')" 'damaged|lost|unpredicted|unrecorded' 'more words'
    is "$(bash_completes graph '')" \
        'A.class|app.jar|lib|my app.jar|web.war' 'files of a command'
    is "$(bash_completes merge '')" 'lib|run.ccd' 'files of another'
    is "$(bash_completes graph lib/)" lib/x.jar 'files below a folder'
    is "$(bash_completes instrument -o '')" lib 'folders'
    is "$(bash_completes instrument --output '')" lib 'by the long name, too'
    is "$(bash_completes graph --interface no)" notes.txt 'any file'
    is "$(bash_completes graph --classpath app.jar : w)" web.war \
        'one behind :, as bash parts it'
    is "$(bash_completes graph --classpath app.jar :)" \
        'app.jar|lib|my app.jar|web.war' 'right behind :'
    is "$(bash_completes graph --classpath app.jar:w)" app.jar:web.war \
        'and where bash does not part words there'
    is "$(bash_completes graph --classpath app.jar : web.war A)" A.class \
        'and then operands'
    is "$(bash_completes report --baseline old.plan,r)" old.plan,run.ccd \
        'data behind a plan'
    is "$(bash_completes query '')" 'lib|old.plan|run.ccd' 'a plan for query'
    is "$(bash_completes query old.plan w)" why-not 'its questions'
    is "$(bash_completes query old.plan run.ccd hot '')" '' 'none behind one'
    is "$(bash_completes query old.plan run.ccd compare '')" 'lib|old.plan|run.ccd' \
        'but files to compare with'
    is "$(bash_completes graph @n)" @notes.txt 'files of arguments'
    is "$(bash_completes graph -- --f)" '' 'behind -- there are no options'
    is "$(bash_completes run '')" -- 'run goes on with --'
    is "$(bash_completes run -o out -- java -jar a)" app.jar 'and then any file'
    bash_completes run -o out -- sl | tr '|' '\n' >programs
    like programs '^sleep$' 'behind programs'
else
    skip bash 'no bash'
fi

# --- zsh: keys typed at a terminal, and what arguments the command then has --------

cat >typed.zsh <<'END'
zmodload zsh/zpty || exit 3
zpty z "TERM=dumb zsh -f -i"
zpty -w z 'PS1= PS2= PROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste'
zpty -w z "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; setopt menu_complete"
zpty -w z 'ccinstr() { print -r -- "GOT<${(j:|:)@}>"; }; cd work; print -r -- RE""ADY'
zpty -r z said '*READY*'
zpty -w -n z "ccinstr $2"$'\t'
zpty -w -n z $'\n'
zpty -r z said '*GOT<*>*' && said=${said##*GOT<} && print -r -- "${said%%>*}"
zpty -d z
END
zsh_completes() {
    timeout 60 zsh -f typed.zsh "$builddir/completion" "$1" 2>/dev/null
}
if command -v zsh >/dev/null 2>&1 &&
    [ "$(zsh -f -c 'zmodload zsh/zpty && echo yes' 2>/dev/null)" = yes ]; then
    is "$(zsh_completes 'gra')" graph 'zsh: a command'
    is "$(zsh_completes 'graph --ana')" 'graph|--analysis' 'an option'
    is "$(zsh_completes 'graph --analysis 0')" 'graph|--analysis|0cfa' 'its word'
    is "$(zsh_completes 'graph --format=j')" 'graph|--format=json' 'a word behind ='
    is "$(zsh_completes 'forest --criteria chains,r')" 'forest|--criteria|chains,rc' \
        'words with commas'
    is "$(zsh_completes 'graph --classpath app.jar:w')" \
        'graph|--classpath|app.jar:web.war' 'files behind :'
    is "$(zsh_completes 'merge ru')" 'merge|run.ccd' 'a file'
    is "$(zsh_completes 'query old.plan w')" 'query|old.plan|why-not' 'a question'
    is "$(zsh_completes 'instrument -o l')" 'instrument|-o|lib' 'a folder'
    is "$(zsh_completes 'run -- ls no')" 'run|--|ls|notes.txt' \
        'the command line of another program'
else
    skip zsh 'no zsh with zpty'
fi

done_testing
