/// What Flatpak writes about a sandbox into `/.flatpak-info`.
package struct FlatpakInfo: Equatable, Sendable {
  /// The app's identifier.
  package var identifier: String
  /// Whether the sandbox is none against programs of the same person: it sees the home or the whole
  /// file system, or may start programs outside.
  package var isOpen: Bool

  /// Makes what a file says.
  package init(identifier: String, isOpen: Bool) {
    self.identifier = identifier
    self.isOpen = isOpen
  }

  /// Reads the file's bytes, a key file with the group `Application`; `nil` without a usable name.
  package init?(parsing bytes: [UInt8]) {
    let file = DesktopEntry(parsing: bytes)
    guard let identifier = file.text("name", in: "Application"), AppIdentifier.isValid(identifier)
    else { return nil }
    let openFileSystems: Set<Substring> = ["host", "home", "~", "host-root"]
    let files = file.list("filesystems", in: "Context").contains { entry in
      // "host:ro" cannot write, and "!host" takes a right away.
      let parts = entry.split(separator: ":", maxSplits: 1)
      return parts.first.map(openFileSystems.contains) == true && parts.last != "ro"
    }
    let policy = file.text("org.freedesktop.Flatpak", in: "Session Bus Policy")
    self.init(identifier: identifier, isOpen: files || policy == "talk" || policy == "own")
  }
}
