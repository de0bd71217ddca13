/// What the file `.flatpak-info` in the root of a sandbox says about the app inside.
///
/// The format is that of desktop entries: groups in brackets, then keys and values. The keys are
/// described in the manual page flatpak-metadata(5).
package struct FlatpakInfo: Equatable, Sendable {
  /// The app's identifier.
  package var identifier: String
  /// The folders that the sandbox shares with the rest of the system, such as `home` or `xdg-run/fresnel`.
  package var filesystems: [String]
  /// Whether the app may have Flatpak start programs outside the sandbox.
  package var startsProgramsOutside: Bool

  /// Whether the app can read or change what belongs to other apps, or act outside the sandbox, so that
  /// its sandbox says little about it.
  package var isOpen: Bool {
    startsProgramsOutside || filesystems.contains { SharedFolder($0).isOpen }
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
      // The whole bus, of which systemd and Flatpak itself are part.
      case ("Context", "sockets") where value.split(separator: ";").contains("session-bus"):
        startsProgramsOutside = true
      case ("Session Bus Policy", let name) where value == "talk" || value == "own":
        startsProgramsOutside = startsProgramsOutside || Self.startsPrograms(name)
      default: break
      }
    }
    guard let identifier, !identifier.isEmpty else { return nil }
    self.identifier = identifier
  }

  /// Whether a name on the bus, or a pattern that ends in `.*`, takes in a service that starts programs
  /// as the person.
  private static func startsPrograms(_ name: Substring) -> Bool {
    let services = ["org.freedesktop.Flatpak", "org.freedesktop.systemd1"]
    guard name.hasSuffix(".*") else { return services.contains(String(name)) }
    let stem = name.dropLast(2)
    return services.contains { $0 == stem || $0.hasPrefix(stem + ".") }
  }
}
