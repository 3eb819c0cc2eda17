# SPDX-License-Identifier: MIT
#
# Bash completion for hashlane. Commands and options come from the program's own --help.

_hashlane_commands() {
    "$1" help $2 2>/dev/null | sed -nE "s/^  ${2:+$2 }([a-z][a-z0-9-]*) .*/\\1/p"
}

_hashlane_options() {
    "$1" help $2 2>/dev/null | sed -nE 's/^  (    )?(-[^ ].*)/\2/p' | sed 's/   *.*//' |
        grep -oE -- '-[-a-zA-Z]+'
}

_hashlane() {
    local program=$1 current=$2 previous=$3 command=${COMP_WORDS[1]}
    [ "$COMP_CWORD" -gt 1 ] || command=
    [ "$command" != chain ] || [ "$COMP_CWORD" -le 2 ] || command="chain ${COMP_WORDS[2]}"
    COMPREPLY=()
    case "$previous" in
    --format)
        if [ "$command" = report ]; then
            COMPREPLY=($(compgen -W 'html svg text' -- "$current"))
        elif [ "$command" = fleet ]; then
            COMPREPLY=($(compgen -W 'table csv json jsonl prometheus nodeset' -- "$current"))
        elif [ "$command" = soak ]; then
            COMPREPLY=($(compgen -W 'text jsonl' -- "$current"))
        else
            COMPREPLY=($(compgen -W 'table csv json jsonl markdown classic github-action-benchmark' -- "$current"))
        fi
        ;;
    --color) COMPREPLY=($(compgen -W 'auto always never' -- "$current")) ;;
    --clock) COMPREPLY=($(compgen -W 'auto perf chain tsc' -- "$current")) ;;
    --pattern) COMPREPLY=($(compgen -W 'steady bursts mixed' -- "$current")) ;;
    --workload) COMPREPLY=($(compgen -W 'sha256-chain keccak-chain sha3 turboshake128 kt128 sha256 sha256-nodes sha256-salted' -- "$current")) ;;
    --preset) COMPREPLY=($(compgen -W 'plain mmx poh arweave' -- "$current")) ;;
    --algorithm | -a) COMPREPLY=($(compgen -W 'sha256 sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 keccak-256 turboshake128 turboshake256 kt128 kt256' -- "$current")) ;;
    --unit | -m) COMPREPLY=($(compgen -W 'MH MB MiB cpb' -- "$current")) ;;
    --out | -o | --submit | --header | --plugin | --check | --expect | --baseline | --write-baseline | --history) COMPREPLY=($(compgen -f -- "$current")) ;;
    *)
        if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$(_hashlane_options "$program" "$command")" -- "$current"))
        elif [ -z "$command" ] || [ "$command" = chain ]; then
            COMPREPLY=($(compgen -W "$(_hashlane_commands "$program" "$command")" -- "$current"))
        elif [ "$command" = help ]; then
            COMPREPLY=($(compgen -W "all $(_hashlane_commands "$program")" -- "$current"))
        elif [ "$command" = run ]; then
            COMPREPLY=($(compgen -W 'sha256-chain keccak-chain sha3 turboshake128 kt128 sha256 sha256-nodes sha256-salted' -- "$current"))
        elif [ "$command" = sweep ]; then
            COMPREPLY=($(compgen -W 'sha256-chain keccak-chain' -- "$current"))
        elif [ "$command" = list ]; then
            COMPREPLY=($(compgen -W 'kernels workloads devices published' -- "$current"))
        elif [[ $command == compare || $command == report || $command == sum || $command == fleet || $command == chain* ]]; then
            COMPREPLY=($(compgen -f -- "$current"))
        fi
        ;;
    esac
}

complete -o filenames -F _hashlane hashlane
