# Sourced by the scripts that remove an installation.

# Removes directories below a place that are empty, the first ones first. One that is a link somebody made, one that
# holds anything, and one that may not be removed stay.
#
#   remove_directories PLACE DIRECTORY...
remove_directories() {
  local root=$1 directory
  shift
  for directory in "$@"; do
    if [[ -d $root/$directory && ! -L $root/$directory ]]; then rmdir "$root/$directory" 2>/dev/null || true; fi
  done
}
