# Completion of fresnel for bash.
_fresnel() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'start search query items show open continue explain index import delete export stats check compact app settings history mark handoff devices links web status doctor pause resume lock unlock protect logs validate completions version --help --version' -- "$current"))
    return
  fi
  local command=${COMP_WORDS[1]}
  case "$command" in
    app)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'list show doctor init install adopt remove --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    history)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'list delete choices searches forget off on --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    mark)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'pin alias hide list remove --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    handoff)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'list accept on off --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    devices)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'pair list forget address --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    links)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'list verify check prefer register unregister --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    web)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'on off show --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
    protect)
      if [[ $COMP_CWORD -eq 2 ]]; then
        COMPREPLY=($(compgen -W 'passphrase --help' -- "$current"))
        return
      fi
      command+=" ${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
    'start')
      case "$previous" in
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'search')
      case "$previous" in
        -n|--limit) COMPREPLY=(); return ;;
        -s|--sort) COMPREPLY=($(compgen -W "$(fresnel names attributes 2>/dev/null)" -- "$current")); return ;;
        --attributes) COMPREPLY=($(compgen -W "$(fresnel names attributes 2>/dev/null)" -- "$current")); return ;;
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        -f|--filter) COMPREPLY=(); return ;;
        -o|--open) COMPREPLY=(); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-n --limit -s --sort -d --descending --attributes -a --app -f --filter -c --count --exactly -o --open --web --no-web -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'query')
      case "$previous" in
        -n|--limit) COMPREPLY=(); return ;;
        -s|--sort) COMPREPLY=($(compgen -W "$(fresnel names attributes 2>/dev/null)" -- "$current")); return ;;
        --attributes) COMPREPLY=($(compgen -W "$(fresnel names attributes 2>/dev/null)" -- "$current")); return ;;
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-n --limit -s --sort -d --descending --attributes -a --app -c --count -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'items')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        -d|--domain) COMPREPLY=(); return ;;
        -t|--type) COMPREPLY=(); return ;;
        -n|--limit) COMPREPLY=(); return ;;
        --attributes) COMPREPLY=($(compgen -W "$(fresnel names attributes 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -d --domain -t --type -n --limit --attributes -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'show')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'open')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        -q|--query) COMPREPLY=(); return ;;
        --action) COMPREPLY=(); return ;;
        --get) COMPREPLY=(); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -q --query --action -t --time --explain --get -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'continue')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-l --list -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'explain')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'index')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        -i|--index) COMPREPLY=(); return ;;
        -m|--map) COMPREPLY=(); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -i --index -m --map --strict -j --json --store --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'import')
      case "$previous" in
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-f --force -j --json --store --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W 'applications manuals packages all' -- "$current"))
      fi ;;
    'delete')
      case "$previous" in
        -d|--domain) COMPREPLY=(); return ;;
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-d --domain --all -a --app --all-apps -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'export')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'stats')
      case "$previous" in
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--digest -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'check')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--findable --acknowledge -a --app -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'compact')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        --store) compopt -o filenames; COMPREPLY=($(compgen -d -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -j --json --store --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app list')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'app show')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'app doctor')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'app init')
      case "$previous" in
        --identifier) COMPREPLY=(); return ;;
        --name) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--identifier --name --install --replace --adopt --no-adopt -j --json --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'app install')
      case "$previous" in
        -x|--executable) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-x --executable --develop --offline --replace --adopt --no-adopt -j --json --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
      fi ;;
    'app adopt')
      case "$previous" in
        --from) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--from -j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'app remove')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--keep-items -j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'settings')
      case "$previous" in
        --search) COMPREPLY=($(compgen -W 'on off' -- "$current")); return ;;
        --suggestions) COMPREPLY=($(compgen -W 'on off' -- "$current")); return ;;
        --items) COMPREPLY=(); return ;;
        --bytes) COMPREPLY=(); return ;;
        --allow-data-of) COMPREPLY=(); return ;;
        --deny-data-of) COMPREPLY=(); return ;;
        --ranking) COMPREPLY=($(compgen -W 'learned fixed' -- "$current")); return ;;
        --filters) COMPREPLY=($(compgen -W 'on off' -- "$current")); return ;;
        --searches) COMPREPLY=($(compgen -W 'on off' -- "$current")); return ;;
        --purge-after) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--search --suggestions --items --bytes --allow-data-of --deny-data-of --ranking --filters --searches --purge-after -j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'history list')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        -n|--limit) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -n --limit -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'history delete')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        --since) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--all -a --app --since -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'history choices')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        -n|--limit) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -n --limit -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'history searches')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        -n|--limit) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -n --limit -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'history forget')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        --search) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--all -a --app --search --searches -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'history off')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-y --yes -j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'history on')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'mark pin')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --index) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app --index -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'mark alias')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --index) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app --index -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'mark hide')
      case "$previous" in
        -a|--app) COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current")); return ;;
        --index) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app --index -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'mark list')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'mark remove')
      case "$previous" in
        -a|--app) COMPREPLY=(); return ;;
        --index) COMPREPLY=(); return ;;
        --pin) COMPREPLY=(); return ;;
        --alias) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-a --app --index --pin --alias --hidden -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'handoff list')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'handoff accept')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-t --time -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'handoff on')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'handoff off')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'devices pair')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'devices list')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'devices forget')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'devices address')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links list')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links verify')
      case "$previous" in
        --certificate) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--due --certificate -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links check')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links prefer')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links register')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'links unregister')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'web on')
      case "$previous" in
        --within) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--within -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'web off')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'web show')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'status')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'doctor')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--mend -j --json --help' -- "$current"))
      else
        COMPREPLY=($(compgen -W "$(fresnel names apps 2>/dev/null)" -- "$current"))
      fi ;;
    'pause')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'resume')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'lock')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'unlock')
      case "$previous" in
        --passphrase-descriptor) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--passphrase-descriptor -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'protect passphrase')
      case "$previous" in
        --class) COMPREPLY=($(compgen -W 'first-unlock unless-open complete' -- "$current")); return ;;
        --passphrase-descriptor) COMPREPLY=(); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--class --only --remove --passphrase-descriptor -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'logs')
      case "$previous" in
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '-f --follow -j --json --help' -- "$current"))
      else
        COMPREPLY=()
      fi ;;
    'validate')
      case "$previous" in
        --url) COMPREPLY=(); return ;;
        --app) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --test) COMPREPLY=(); return ;;
        --certificate) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --time) COMPREPLY=(); return ;;
        --pages) COMPREPLY=(); return ;;
        --baseline) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
        --write-baseline) compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); return ;;
      esac
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W '--url --app --test --local --certificate --time --site --pages --baseline --write-baseline -j --json --sarif --strict -s --summary --help' -- "$current"))
      else
        compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))
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
complete -F _fresnel fresnel
