# Completion of fresnel-cloud for bash.
_fresnel_cloud() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'crawl status why forget serve app completions version --help --version' -- "$current"))
    return
  fi
  local command=${COMP_WORDS[1]}
  case "$command" in
    app)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'add list show remove import verify --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
    'crawl')
      case "$previous" in
        -l|--list) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --base-url) COMPREPLY=(); return ;;
        --from) COMPREPLY=(); return ;;
        --for) COMPREPLY=(); return ;;
        --depth) COMPREPLY=(); return ;;
        --pages) COMPREPLY=(); return ;;
        --parallel) COMPREPLY=(); return ;;
        --delay) COMPREPLY=(); return ;;
        --certificate) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --proxy) COMPREPLY=(); return ;;
        --index-every) COMPREPLY=(); return ;;
        --metrics) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-l --list --no-apps --data --base-url --from --once --for --depth --pages --parallel --delay --allow-private --certificate --proxy --index-every --metrics -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'status')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --hosts) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data --hosts -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'why')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'forget')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'serve')
      case "$previous" in
        --listen) COMPREPLY=(); return ;;
        --base-url) COMPREPLY=(); return ;;
        --contact) COMPREPLY=(); return ;;
        --crawler-addresses) COMPREPLY=(); return ;;
        --rate) COMPREPLY=(); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--listen --base-url --contact --crawler-addresses --rate --behind-proxy --log-requests --data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app add')
      case "$previous" in
        --bundle-id) COMPREPLY=(); return ;;
        --team-id) COMPREPLY=(); return ;;
        --appstream) COMPREPLY=(); return ;;
        --store) COMPREPLY=(); return ;;
        --name) COMPREPLY=(); return ;;
        --icon) COMPREPLY=(); return ;;
        --marketing) COMPREPLY=(); return ;;
        --support) COMPREPLY=(); return ;;
        --domain) COMPREPLY=(); return ;;
        --scheme) COMPREPLY=(); return ;;
        --certificate) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--bundle-id --team-id --appstream --store --name --icon --marketing --support --domain --scheme --verify --local --certificate --data -j --json --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'app list')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app show')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app remove')
      case "$previous" in
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app import')
      case "$previous" in
        --catalogue) COMPREPLY=(); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--catalogue --data -j --json --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'app verify')
      case "$previous" in
        --certificate) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--due --local --certificate --data -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'completions')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--help' -- "$current"))
      else
        COMPREPLY=($(compgen -W 'bash zsh fish' -- "$current"))
      fi ;;
    'version')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
  esac
}
complete -F _fresnel_cloud fresnel-cloud
