internal import FresnelPlatform

/// Where stores lie.
public enum StoreLocation {
  /// The environment variable that overrides every rule here.
  public static let environmentVariable = "FRESNEL_STORE"

  /// The directory of the store that an app embeds: `fresnel/embedded/` and the app's identity,
  /// under the person's data directory.
  public static func embedded(for app: AppIdentity) -> String {
    overridden ?? BaseDirectories.current.data + "/fresnel/embedded/" + app.folderName
  }

  /// The directory of the person's own store, which the command line fills.
  public static var personal: String {
    overridden ?? BaseDirectories.current.data + "/fresnel/store"
  }

  private static var overridden: String? {
    guard let path = Environment[environmentVariable], !path.isEmpty else { return nil }
    return path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
  }
}
