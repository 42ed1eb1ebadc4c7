#compdef ccinstr
# SPDX-License-Identifier: MIT
# completion.zsh - completes command lines of ccinstr in zsh.
#
# All names, words and kinds of files come from the table below, which the build puts
# in (ccinstr --completion-table; completion.h says what its columns are).

_ccinstr_table() {
    cat <<'END_OF_TABLE'
@TABLE@
END_OF_TABLE
}

# _ccinstr_match KINDS WORDS: all of what these allow.
_ccinstr_match() {
    local -a kinds words files
    kinds=(${=1:#-}) words=(${=2:#-}) files=(${kinds:#[^a-z]*})
    [[ -z ${(M)kinds:#,} ]] || compset -P '*,'
    [[ -z ${(M)kinds:#:} ]] || compset -P '*:'
    local found=1
    if (( $#words )); then
        compadd -S '' -- ${(M)words:#*=} && found=0
        compadd -- ${words:#*=} && found=0
    fi
    if [[ -n ${(M)kinds:#\*} ]]; then
        _files && found=0
    elif (( $#files )); then
        _files -g "*.(${(j:|:)files})(-.)" && found=0
    elif [[ -n ${(M)kinds:#/} ]]; then
        _files -/ && found=0
    fi
    return found
}

# _ccinstr_value COMMAND OPTION: the value of that option.
_ccinstr_value() {
    local line
    local -a row
    for line in ${(f)"$(_ccinstr_table)"}; do
        row=("${(@ps:\t:)line}")
        if [[ $row[1,3] = "option $1 $2" ]]; then
            _ccinstr_match $row[7] $row[8]
            return
        fi
    done
    return 1
}

# _ccinstr_operand COMMAND: the next of its operands; behind a question what that is about.
_ccinstr_operand() {
    local line kinds=- n=0
    local -a row questions
    for line in ${(f)"$(_ccinstr_table)"}; do
        row=("${(@ps:\t:)line}")
        case $row[1] in
        command) [[ $row[2] != $1 ]] || kinds=$row[3] ;;
        question) [[ $kinds != *\?* ]] || questions+=($row[2]) ;;
        esac
    done
    for line in ${(f)"$(_ccinstr_table)"}; do
        row=("${(@ps:\t:)line}")
        if [[ $row[1] = question ]] && (( $#questions && $words[(I)$row[2]] &&
            $words[(I)$row[2]] < CURRENT )); then
            kinds=$row[3] questions=()
            break
        fi
    done
    [[ $kinds != -- ]] || questions=(--)
    _ccinstr_match "$kinds" "${questions:--}"
}

# _ccinstr_specs COMMAND: its options as _arguments has them, in specs.
_ccinstr_specs() {
    local line help spec
    local -a row
    specs=()
    for line in ${(f)"$(_ccinstr_table)"}; do
        row=("${(@ps:\t:)line}")
        [[ $row[1] = option && $row[2] = $1 ]] || continue
        help=${${row[9]//\[/\\[}//\]/\\]}
        spec="[$help]"
        if [[ $row[6] != - ]]; then
            spec+=":$row[6]:{_ccinstr_value $1 $row[3]}"
        fi
        local many= eq= plus=
        [[ $row[5] = - ]] || many='*'
        [[ $row[6] = - ]] || eq='=' plus='+'
        if [[ $row[4] = - ]]; then
            specs+=("$many$row[3]$eq$spec")
        else
            specs+=("($row[4] $row[3])$row[4]$plus$spec"
                "($row[4] $row[3])$row[3]$eq$spec")
        fi
    done
}

_ccinstr() {
    local context state state_descr line command
    typeset -A opt_args
    local -a specs commands
    _ccinstr_specs -
    _arguments -C -s -S : $specs '(-): :->command' '(-)*:: :->operand' && return
    case $state in
    command)
        for line in ${(f)"$(_ccinstr_table)"}; do
            local -a row
            row=("${(@ps:\t:)line}")
            [[ $row[1] != command ]] || commands+=("$row[2]:$row[4]")
        done
        _describe command commands
        ;;
    operand)
        command=$words[1]
        if [[ $command = run ]] && (( $words[(I)--] && $words[(i)--] < CURRENT )); then
            (( CURRENT -= $words[(i)--] ))
            shift $words[(i)--] words
            _normal
            return
        fi
        _ccinstr_specs $command
        _arguments -s -S : $specs "*:operand:{_ccinstr_operand $command}"
        ;;
    esac
}

_ccinstr "$@"
