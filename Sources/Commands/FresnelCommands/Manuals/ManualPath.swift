internal import FresnelPlatform

/// The directories in which `man` looks for pages, most important first.
///
/// `MANPATH` decides when it is set; an empty part of it stands for the usual directories. Those
/// are, as for man-db, the `man` and `share/man` directories beside each directory of `PATH`, then
/// the person's and the system's.
func manualDirectories(environment: [String: String], home: String) -> [String] {
  var usual: [String] = []
  for directory in (environment["PATH"] ?? "").split(separator: ":") {
    guard directory.hasPrefix("/") else { continue }
    let parent = FileSystem.parent(of: String(directory))
    let base = parent == "/" ? "" : parent
    usual += ["\(base)/man", "\(base)/share/man", "\(directory)/man"]
  }
  usual += ["\(home)/.local/share/man", "/usr/local/share/man", "/usr/local/man", "/usr/share/man"]
  guard let path = environment["MANPATH"], !path.isEmpty else { return unique(usual) }
  let parts = path.split(separator: ":", omittingEmptySubsequences: false)
  return unique(parts.flatMap { $0.isEmpty ? usual : [String($0)] })
}

private func unique(_ paths: [String]) -> [String] {
  var seen: Set<String> = []
  return paths.filter { seen.insert($0).inserted }
}
