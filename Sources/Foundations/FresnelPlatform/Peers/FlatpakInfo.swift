/// What the file `.flatpak-info` in the root of a sandbox says about the app inside.
///
/// The format is that of desktop entries: groups in brackets, then keys and values. The keys are
/// described in the manual page flatpak-metadata(5).
package struct FlatpakInfo: Equatable, Sendable {
  /// The app's identifier.
  package var identifier: String
  /// The folders that the sandbox shares with its surroundings, such as `home` or `xdg-run/fresnel`.
  package var filesystems: [String]
  /// Whether the app may have Flatpak start programs outside the sandbox.
  package var startsProgramsOutside: Bool

  /// Whether the app can read and change files of other apps, or act outside the sandbox, so that its
  /// sandbox says little about it.
  package var isOpen: Bool {
    startsProgramsOutside
      || filesystems.contains { filesystem in
        // A suffix says whether files can be written or created.
        ["host", "home", "~", "/"].contains(filesystem.prefix { $0 != ":" })
      }
  }

  /// Reads the file; `nil` unless it names an app.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init?(_ bytes: [UInt8]) {
    var group: Substring = ""
    var identifier: String?
    filesystems = []
    startsProgramsOutside = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = line.dropFirst().dropLast()
        continue
      }
      guard let equals = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: equals)...]
      switch (group, line[..<equals]) {
      case ("Application", "name"): identifier = String(value)
      case ("Context", "filesystems"):
        filesystems = value.split(separator: ";").map(String.init)
      case ("Session Bus Policy", "org.freedesktop.Flatpak"):
        startsProgramsOutside = value == "talk" || value == "own"
      default: break
      }
    }
    guard let identifier, !identifier.isEmpty else { return nil }
    self.identifier = identifier
  }
}
