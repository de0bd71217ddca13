# Completion of fresnel-cloud for bash.
_fresnel_cloud() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'crawl status forget serve completions version --help --version' -- "$current"))
    return
  fi
  local command=${COMP_WORDS[1]}
  case "$command" in
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
        --rate) COMPREPLY=(); return ;;
        --data) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--listen --base-url --contact --rate --behind-proxy --log-requests --data -j --json --help' -- "$current"))
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
        COMPREPLY=($(compgen -W '--help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
  esac
}
complete -F _fresnel_cloud fresnel-cloud
