internal import Dispatch
internal import FresnelApps
internal import FresnelLaunching
package import FresnelPlatform
internal import Synchronization

/// What the apps are called whose results are shown.
///
/// Manifests of all apps are read together, and never because a row is shown: an app that watched its manifest would
/// learn from that what is typed.
package final class AppTitles: Sendable {
  private let directories: BaseDirectories
  private let registry = Mutex<AppRegistry?>(nil)
  private let queue = DispatchQueue(label: "org.fresnel.titles", qos: .utility)

  /// What is called so without a manifest.
  private static let ownTitles = [
    ImportedItems.applications: "Application", ImportedItems.manuals: "Manual page",
    ImportedItems.packages: "Package", "org.fresnel.files": "File",
  ]

  /// Knows no apps yet; ``refresh()`` reads the manifests.
  ///
  /// - Parameter directories: Where manifests are.
  package init(_ directories: BaseDirectories) { self.directories = directories }

  /// Reads the manifests that have come or changed, on a thread of its own.
  package func refresh() {
    queue.async { [self] in
      if let known = registry.withLock({ $0 }) { return known.reloadIfChanged() }
      let made = AppRegistry(directories: AppRegistry.directories(of: directories))
      registry.withLock { $0 = made }
    }
  }

  /// The identifier of an app's desktop file, without `.desktop`: what its manifest names, else its own.
  ///
  /// - Parameter app: Its identifier.
  /// - Returns: The identifier of the file.
  package func desktopFile(of app: String) -> String {
    registry.withLock { $0 }?.catalog.entry(app)?.manifest.desktopFile ?? app
  }

  /// What an app is called, as a line; empty where that is not known.
  ///
  /// - Parameter app: Its identifier.
  package subscript(app: String) -> String {
    if let title = Self.ownTitles[app] { return title }
    let name = registry.withLock { $0 }?.catalog.entry(app)?.manifest.name
    return name.map(RowText.line) ?? ""
  }
}
