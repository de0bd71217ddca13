internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightWire

/// The environment that an extension gets: what programs need to find the person's files and language,
/// and where the daemon is. Nothing else of the daemon's own environment reaches it.
enum ExtensionEnvironment {
  /// The variables that are handed on; a `*` stands for any ending.
  static let handedOn = [
    "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "LANGUAGE", "LC_*", "LOGNAME", "PATH", "TMPDIR",
    "TZ", "USER", "XDG_*",
  ]

  /// The variable with the number of the descriptor that leads to the daemon.
  static let socketVariable = "FRESNEL_EXTENSION_SOCKET"
  /// The variable that says what the extension was started for, as in the manifest.
  static let pointVariable = "FRESNEL_EXTENSION_POINT"

  /// Whether a variable is handed on.
  static func hands(on name: String) -> Bool {
    handedOn.contains { pattern in
      pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
  }

  /// Makes the environment of an extension.
  static func variables(
    for app: AppIdentity, _ point: ExtensionPoint, from daemon: [String: String]
  ) -> [String: String] {
    var variables = daemon.filter { name, _ in hands(on: name) }
    variables[socketVariable] = String(LimitedCommand.passedDescriptor)
    variables[pointVariable] = point.rawValue
    variables[AppIdentity.environmentVariable] = app.identifier
    return variables
  }
}
