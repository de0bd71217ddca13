# Completion of fresnel-cloud for fish.
complete -c fresnel-cloud -f
complete -c fresnel-cloud -n __fish_use_subcommand -a completions -d 'Print the completion script of a shell'
complete -c fresnel-cloud -n __fish_use_subcommand -a version -d 'Print the version'
complete -c fresnel-cloud -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish'
