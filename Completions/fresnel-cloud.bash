# Completion of fresnel-cloud for bash.
_fresnel_cloud() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'completions version --help --version' -- "$current"))
    return
  fi
  local command=${COMP_WORDS[1]}
  case "$command" in
  esac
  case "$command" in
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
