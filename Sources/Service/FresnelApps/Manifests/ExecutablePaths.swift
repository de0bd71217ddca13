internal import FresnelPlatform

/// How a manifest's names of programs become paths.
struct ExecutablePaths {
  /// Where a bare name is looked for: `bin` beside the `share` that holds the manifest.
  let binaries: String?

  /// The rules for a manifest at a path.
  ///
  /// The manifest `/usr/share/fresnel/apps/ID.plist` finds its programs in `/usr/bin`. A file elsewhere
  /// has no such place.
  init(manifestPath: String) {
    let apps = FileSystem.parent(of: manifestPath)
    let fresnel = FileSystem.parent(of: apps)
    let isInPlace =
      FileSystem.lastComponent(of: apps) == "apps"
      && FileSystem.lastComponent(of: fresnel) == "fresnel"
    let data = FileSystem.parent(of: fresnel)
    binaries = isInPlace ? FileSystem.parent(of: data) + "/bin" : nil
  }

  /// The path that a manifest's text stands for; `nil`, with a diagnostic, for none.
  func absolute(_ text: String, at keyPath: String, _ report: DiagnosticList) -> String? {
    func invalid(_ message: String) -> String? {
      report.add(
        .invalidExecutable, .error, at: keyPath, message,
        remedy: "Write the absolute path of the program.")
      return nil
    }
    if text.utf8.contains(0) { return invalid("A path can't hold the character 0.") }
    if text.hasPrefix("/") {
      let parts = text.split(separator: "/", omittingEmptySubsequences: true)
      guard !parts.isEmpty, !parts.contains(".."), !parts.contains(".") else {
        return invalid("\"\(text)\" is not the plain path of a program.")
      }
      return "/" + parts.joined(separator: "/")
    }
    guard !text.contains("/"), text != "..", text != "." else {
      return invalid("\"\(text)\" is neither an absolute path nor a name in bin.")
    }
    guard let binaries else {
      return invalid(
        "The name \"\(text)\" means nothing here: only a manifest in share/fresnel/apps has a bin "
          + "beside it.")
    }
    return binaries + "/" + text
  }
}
