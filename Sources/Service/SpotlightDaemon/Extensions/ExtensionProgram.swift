internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightWire

extension AppManifest {
  /// How an extension of the app is started; `nil` when the app has none at that point, or does not say
  /// which program it is.
  ///
  /// - Parameters:
  ///   - point: What the extension is for.
  ///   - environment: The daemon's.
  ///   - limits: What it may use.
  ///   - isThere: Whether a file is at a path.
  /// - Returns: The command.
  func command(
    for point: ExtensionPoint, environment: [String: String], limits: ProcessLimits,
    isThere: (String) -> Bool = FileSystem.exists
  ) -> LimitedCommand? {
    guard point.isStartedByService,
      let program = extensions.first(where: { $0.point == point && $0.executable != nil })?
        .executable
    else { return nil }
    let variables = ExtensionEnvironment.variables(
      for: AppIdentity(identifier: identifier), point, from: environment)
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    if isOfFlatpak {
      // A path inside the app's sandbox, whatever is there outside of it. Descriptors that are open stay open in it.
      let own = [ExtensionEnvironment.socketVariable, ExtensionEnvironment.pointVariable]
        .compactMap { name in variables[name].map { "--env=\(name)=\($0)" } }
      return LimitedCommand(
        Self.flatpak(isThere), ["run", "--command=\(program)"] + own + [identifier],
        environment: variables,
        directory: home, limits: limits)
    }
    return LimitedCommand(program, environment: variables, directory: home, limits: limits)
  }

  /// Where Flatpak is; its usual place where it is missing, which starting the extension then says.
  private static func flatpak(_ isThere: (String) -> Bool) -> String {
    ["/usr/bin/flatpak", "/usr/local/bin/flatpak"].first(where: isThere) ?? "/usr/bin/flatpak"
  }
}
