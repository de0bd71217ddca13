/// A folder that a sandbox shares with its surroundings, in the words of flatpak-metadata(5), such as
/// `home`, `xdg-data/notes:ro` or `~/Music`.
struct SharedFolder {
  /// Its parts below the person's home directory; `nil` when it is elsewhere.
  private let homeParts: [Substring]?
  /// What it is called, without what says how it is shared.
  private let name: Substring
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

  /// Takes an element of the list `filesystems`.
  init(_ description: String) {
    name = description.prefix { $0 != ":" }
    isReadOnly = description.hasSuffix(":ro")
    var parts = name.split(separator: "/", omittingEmptySubsequences: true)
    if name.hasPrefix("/") {
      switch parts.first {
      case "home" where parts.count > 1: parts.removeFirst(2)
      case "var" where parts.count > 2 && parts[1] == "home": parts.removeFirst(3)
      case "root": parts.removeFirst()
      default:
        homeParts = nil
        return
      }
      homeParts = parts
    } else if let first = parts.first, let place = Self.names[first] {
      homeParts = place + parts.dropFirst()
    } else {
      homeParts = nil
    }
  }

  /// Whether who has it reads or changes what belongs to other apps, or has programs started outside.
  var isOpen: Bool {
    guard let homeParts else {
      // Directories above all homes, or above the sockets of the person's session.
      return [
        "host", "/", "/home", "/var", "/var/home", "/run", "/run/user", "xdg-run",
      ].contains(name) || (name.hasPrefix("/run/user/") && name.split(separator: "/").count == 3)
    }
    return Self.items.contains { $0.starts(with: homeParts) || homeParts.starts(with: $0) }
      || (!isReadOnly
        && Self.decisions.contains { $0.starts(with: homeParts) || homeParts.starts(with: $0) })
  }
}
