# SPDX-License-Identifier: MIT
#
# Fish completion for hashlane. Commands and options come from the program's own --help.

function __hashlane_commands
    hashlane help 2>/dev/null | sed -nE 's/^  ([a-z][a-z0-9-]*)  +(.*)/\1\t\2/p'
end

function __hashlane_chain_commands
    hashlane help chain 2>/dev/null | sed -nE 's/^  chain ([a-z]+)  +(.*)/\1\t\2/p'
end

function __hashlane_options
    set -l words (commandline -opc)
    set -l command $words[2]
    test "$command" = chain; and set command $words[2..3]
    hashlane help $command 2>/dev/null | sed -nE 's/^  (    )?(-[^ ].*)/\2/p' | sed 's/   *.*//' |
        grep -oE -- '-[-a-zA-Z]+'
end

function __hashlane_follows
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

complete -c hashlane -f
complete -c hashlane -n '__fish_use_subcommand' -a '(__hashlane_commands)'
complete -c hashlane -n 'string match -q -- "-*" (commandline -ct)' -a '(__hashlane_options)'
complete -c hashlane -n '__hashlane_follows --format; and not __fish_seen_subcommand_from report fleet soak' -a 'table csv json jsonl markdown classic github-action-benchmark'
complete -c hashlane -n '__hashlane_follows --format; and __fish_seen_subcommand_from report' -a 'html svg text'
complete -c hashlane -n '__hashlane_follows --format; and __fish_seen_subcommand_from fleet' -a 'table csv json jsonl prometheus nodeset'
complete -c hashlane -n '__hashlane_follows --format; and __fish_seen_subcommand_from soak' -a 'text jsonl'
complete -c hashlane -n '__hashlane_follows --color' -a 'auto always never'
complete -c hashlane -n '__hashlane_follows --clock' -a 'auto perf chain tsc'
complete -c hashlane -n '__hashlane_follows --algorithm -a' -a 'sha256 sha3-224 sha3-256 sha3-384 sha3-512 shake128 shake256 keccak-256 turboshake128 turboshake256 kt128 kt256'
complete -c hashlane -n '__hashlane_follows --workload' -a 'sha256-chain keccak-chain sha3 turboshake128 kt128 sha256 sha256-nodes sha256-salted'
complete -c hashlane -n '__hashlane_follows --unit -m' -a 'MH MB MiB cpb'
complete -c hashlane -n '__hashlane_follows help' -a '(__hashlane_commands)'
complete -c hashlane -n '__fish_seen_subcommand_from run' -a 'sha256-chain keccak-chain sha3 turboshake128 kt128 sha256 sha256-nodes sha256-salted'
complete -c hashlane -n '__hashlane_follows sweep' -a 'sha256-chain keccak-chain'
complete -c hashlane -n '__hashlane_follows list' -a 'kernels workloads devices published'
complete -c hashlane -n '__hashlane_follows chain' -a '(__hashlane_chain_commands)'
complete -c hashlane -n '__hashlane_follows --pattern' -a 'steady bursts mixed'
complete -c hashlane -n '__hashlane_follows --preset' -a 'plain mmx poh arweave'
complete -c hashlane -n '__fish_seen_subcommand_from compare report create verify sum fleet; or __hashlane_follows --out -o --submit --header --plugin --check --expect --baseline --write-baseline --history' -F
