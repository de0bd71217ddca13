internal import FresnelPlatform

/// Where stores lie.
package enum StoreLocation {
  /// The environment variable that overrides every rule here.
  package static let environmentVariable = "FRESNEL_STORE"

  /// The directory of the store that an app embeds: `fresnel/embedded/` and the app's identity,
  /// under the person's data directory.
  package static func embedded(for app: AppIdentity) -> String {
    overridden ?? apps(in: BaseDirectories.current.data) + "/" + app.folderName
  }

  /// Where the stores that apps embed lie in a data directory, one folder for each app.
  package static func apps(in data: String) -> String { data + "/fresnel/embedded" }

  /// Where the person's own store, which the command line fills, lies in a data directory.
  package static func personal(in data: String) -> String { data + "/fresnel/store" }

  private static var overridden: String? {
    guard let path = Environment[environmentVariable], !path.isEmpty else { return nil }
    return path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
  }
}
