/// A folder that a sandbox shares with the rest of the system, in the words of flatpak-metadata(5), such as
/// `home`, `xdg-data/notes:ro` or `~/Music`.
struct SharedFolder {
  /// Its parts below the person's home directory; `nil` when it is elsewhere.
  private let homeParts: [Substring]?
  /// What it is called, without what says how it is shared, and without a slash at the end.
  private let name: String
  private let isReadOnly: Bool

  /// What Flatpak calls directories of the home.
  private static let names: [Substring: [Substring]] = [
    "home": [], "~": [], "xdg-data": [".local", "share"], "xdg-config": [".config"],
    "xdg-cache": [".cache"], "xdg-state": [".local", "state"],
  ]

  /// Where the items of all apps are.
  private static let items: [[Substring]] = [
    [".local", "share", "fresnel"], [".local", "state", "fresnel"], [".var", "app"],
  ]

  /// Where who writes has programs started, or decides what the person had decided.
  private static let decisions: [[Substring]] = [
    [".local", "share", "applications"], [".local", "share", "dbus-1"],
    [".local", "share", "flatpak"], [".local", "share", "systemd"], [".config", "autostart"],
    [".config", "systemd"], [".config", "fresnel"], [".bashrc"], [".profile"],
  ]

  /// Directories above all homes, or above the sockets of all persons.
  private static let outside: Set<String> = [
    "host", "host-root", "/", "/home", "/var", "/var/home", "/run", "/run/user",
  ]

  /// Sockets below the person's runtime directory of those who start programs.
  private static let starters: Set<Substring> = [
    "bus", "dbus-1", "systemd", "podman", "docker.sock",
  ]

  /// Takes an element of the list `filesystems`.
  init(_ description: String) {
    let name = description.prefix { $0 != ":" }
    isReadOnly = description.hasSuffix(":ro")
    var parts = name.split(separator: "/")
    guard name.hasPrefix("/") else {
      self.name = parts.joined(separator: "/")
      homeParts = parts.first.flatMap { Self.names[$0] }.map { $0 + parts.dropFirst() }
      return
    }
    self.name = "/" + parts.joined(separator: "/")
    switch parts.first {
    case "home" where parts.count > 1: parts.removeFirst(2)
    case "var" where parts.count > 2 && parts[1] == "home": parts.removeFirst(3)
    case "root": parts.removeFirst()
    default:
      homeParts = nil
      return
    }
    homeParts = parts
  }

  /// Whether who has it reads or changes what belongs to other apps, or has programs started outside.
  var isOpen: Bool {
    guard let homeParts else { return Self.outside.contains(name) || opensRuntimeDirectory }
    return Self.items.contains { $0.starts(with: homeParts) || homeParts.starts(with: $0) }
      || (!isReadOnly
        && Self.decisions.contains { $0.starts(with: homeParts) || homeParts.starts(with: $0) })
  }

  /// Whether it is the person's runtime directory, or holds a socket there of somebody who starts programs.
  /// That it cannot be written makes no difference to who connects.
  private var opensRuntimeDirectory: Bool {
    let parts = name.split(separator: "/")
    let below: ArraySlice<Substring>
    if parts.first == "xdg-run" {
      below = parts.dropFirst()
    } else if name.hasPrefix("/run/user/") {
      below = parts.dropFirst(3)
    } else {
      return false
    }
    return below.first.map { Self.starters.contains($0) } ?? true
  }
}
