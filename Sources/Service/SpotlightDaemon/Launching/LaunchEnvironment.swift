internal import FresnelLaunching

/// The environment of an app that the daemon starts itself, where no systemd does.
enum LaunchEnvironment {
  /// The variables that are handed on besides those of extensions: an app shows windows.
  private static let handedOn: Set<String> = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"]
  /// Makes the environment.
  ///
  /// - Parameters:
  ///   - daemon: The daemon's own.
  ///   - token: What lets the window take the focus.
  /// - Returns: The variables.
  static func variables(from daemon: [String: String], token: String?) -> [String: String] {
    daemon.filter { name, _ in
      (handedOn.contains(name) || ExtensionEnvironment.hands(on: name))
        // A token that the daemon was started with is used up.
        && !LaunchUnit.tokenVariables.contains(name)
    }
    .merging(additions(token: token)) { $1 }
  }

  /// The variables that are the app's alone.
  static func additions(token: String?) -> [String: String] {
    guard let token else { return [:] }
    return Dictionary(uniqueKeysWithValues: LaunchUnit.tokenVariables.map { ($0, token) })
  }
}
