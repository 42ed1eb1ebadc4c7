# SPDX-License-Identifier: MIT
# completion.bash - completes command lines of ccinstr in bash.
#
# All names, words and kinds of files come from the table below, which the build puts
# in (ccinstr --completion-table; completion.h says what its columns are). Nothing of
# the package bash-completion is needed.
# shellcheck shell=bash

_ccinstr_table() {
    cat <<'END_OF_TABLE'
@TABLE@
END_OF_TABLE
}

# _ccinstr_row COMMAND OPTION: what of that option is told, in the variables of the
# caller; false if there is none.
_ccinstr_row() {
    local what of name letter
    while IFS=$'\t' read -r what of name letter times argument kinds words help; do
        if [[ $what = option && $of = "$1" && ($name = "$2" || $letter = "$2") ]]; then
            return 0
        fi
    done < <(_ccinstr_table)
    return 1
}

# _ccinstr_files CUR PREFIX KINDS: files and folders that begin with CUR.
_ccinstr_files() {
    local file kind kinds
    read -ra kinds <<<"$3"
    while IFS= read -r file; do
        for kind in "${kinds[@]}"; do
            case $kind in
            /) [[ ! -d ${file/#\~/$HOME} ]] || break ;;
            '*') break ;;
            *) [[ $file != *."$kind" || -d $file ]] || break ;;
            esac
            kind=
        done
        # A folder leads to files below it, whatever is wanted.
        if [[ -n $kind || -d ${file/#\~/$HOME} ]]; then
            COMPREPLY+=("$2$file")
        fi
    done < <(compgen -f -- "$1")
    compopt -o filenames 2>/dev/null
}

# _ccinstr_value CUR PREFIX KINDS WORDS: all of what KINDS and WORDS allow.
_ccinstr_value() {
    local cur=$1 prefix=$2 words=$4 kind kinds files=
    read -ra kinds <<<"$3"
    for kind in "${kinds[@]}"; do
        case $kind in
        : | ,)
            if [[ $cur = *"$kind"* ]]; then
                prefix+=${cur%"$kind"*}$kind
                cur=${cur##*"$kind"}
            fi
            ;;
        - | -- | '?') ;;
        *) files+=" $kind" ;;
        esac
    done
    if [[ $words != - ]]; then
        local word
        for word in $words; do
            if [[ $word = "$cur"* ]]; then
                COMPREPLY+=("$prefix$word")
            fi
        done
        # chains=80: a number is yet to come.
        if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} = *= ]]; then
            compopt -o nospace 2>/dev/null
        fi
    fi
    if [[ -n $files ]]; then
        _ccinstr_files "$cur" "$prefix" "$files"
    fi
}

# _ccinstr_names CUR COMMAND: the options that it takes.
_ccinstr_names() {
    local what of name rest
    while IFS=$'\t' read -r what of name rest; do
        if [[ $what = option && $of = "$2" && $name = "$1"* ]]; then
            COMPREPLY+=("$name")
        fi
    done < <(_ccinstr_table)
}

# _ccinstr_operand CUR COMMAND QUESTION N: the next operand behind N others.
_ccinstr_operand() {
    local what name kinds rest words=() files=-
    while IFS=$'\t' read -r what name kinds rest; do
        case $what in
        command)
            if [[ $2 = - ]]; then
                words+=("$name")
            elif [[ $name = "$2" && -z $3 ]]; then
                files=$kinds
            fi
            ;;
        question)
            if [[ $files = *'?'* && $4 -gt 0 ]]; then
                words+=("$name")
            elif [[ $name = "$3" ]]; then
                files=$kinds
            fi
            ;;
        esac
    done < <(_ccinstr_table)
    if [[ $files = -- ]]; then
        words+=(--)
    fi
    _ccinstr_value "$1" '' "$files" "${words[*]:--}"
}

# Is that word a question?
_ccinstr_is_question() {
    local what name rest
    while IFS=$'\t' read -r what name rest; do
        if [[ $what = question && $name = "$1" ]]; then
            return 0
        fi
    done < <(_ccinstr_table)
    return 1
}

# The command line of another program, which begins at word $1.
_ccinstr_other() {
    if declare -F _command_offset >/dev/null; then
        _command_offset "$1"
    elif [[ $COMP_CWORD -eq $1 ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
    else
        _ccinstr_files "${COMP_WORDS[COMP_CWORD]}" '' '*'
    fi
}

# Bash may have parted words at = and :, which are words then (COMP_WORDBREAKS).
_ccinstr() {
    local command=- question='' option='' last='' n=0 only_operands='' i word
    # shellcheck disable=SC2034  # _ccinstr_row reads all columns
    local times argument kinds words help
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word = [=:] ]]; then
            # Behind = stands the value of the option; behind : what goes on.
            option=$last
        elif [[ -n $option ]]; then
            option=
        elif [[ $word = -- && -z $only_operands ]]; then
            if [[ $command = run ]]; then
                _ccinstr_other $((i + 1))
                return
            fi
            only_operands=1
        elif [[ $word = -?* && -z $only_operands ]]; then
            last=
            if _ccinstr_row "$command" "$word" && [[ $argument != - ]]; then
                option=$word last=$word
            fi
        elif [[ $command = - ]]; then
            command=$word
        else
            last=
            n=$((n + 1))
            if [[ $command = query && -z $question ]] && _ccinstr_is_question "$word"; then
                question=$word
            fi
        fi
    done
    word=${COMP_WORDS[COMP_CWORD]}
    if [[ $word = [=:] ]]; then
        option=$last word=
    fi
    if [[ -n $option ]]; then
        _ccinstr_row "$command" "$option" || return
        _ccinstr_value "$word" '' "$kinds" "$words"
    elif [[ $word = --*=* ]]; then
        _ccinstr_row "$command" "${word%%=*}" || return
        _ccinstr_value "${word#*=}" "${word%%=*}=" "$kinds" "$words"
    elif [[ $word = -* && -z $only_operands ]]; then
        _ccinstr_names "$word" "$command"
    elif [[ $word = @* && -z $only_operands ]]; then
        _ccinstr_files "${word#@}" @ '*'
    else
        _ccinstr_operand "$word" "$command" "$question" "$n"
    fi
}

complete -F _ccinstr ccinstr
