internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// The manifests, desktop files and settings that the commands about apps work with.
struct AppWorld {
  /// The manifests.
  let registry: AppRegistry
  /// Puts manifests in place.
  let installation: ManifestInstallation
  /// The person's settings.
  let settings: SettingsFile
  private let desktopFiles: DesktopFiles

  /// Reads the manifests of a person and of the system.
  init(_ context: CommandContext) {
    let base = context.directories
    registry = AppRegistry(directories: AppRegistry.directories(of: base))
    installation = ManifestInstallation(
      registry, personalDirectory: AppRegistry.personalDirectory(of: base))
    settings = SettingsFile(of: base)
    desktopFiles = DesktopFiles(dataDirectories: [base.data] + base.systemData)
  }

  /// Where the daemon keeps which apps were seen to be installed.
  static func installedApps(_ context: CommandContext) -> String {
    context.directories.state + "/fresnel/apps.json"
  }

  /// Everything that is wrong with a manifest.
  func diagnostics(
    of file: ManifestFile, isInstalled: Bool = true, in catalog: AppCatalog? = nil
  ) -> [ManifestDiagnostic] {
    ManifestExamination(catalog ?? registry.catalog, desktopFiles: desktopFiles)
      .diagnostics(of: file, isInstalled: isInstalled)
  }

  /// The desktop file of an app, where there is one.
  func desktopFile(of manifest: AppManifest, locale: String) -> DesktopFiles.Found? {
    manifest.desktopFile.flatMap {
      desktopFiles.find($0, locales: desktopLocales(for: locale))
    }
  }

  /// The identifier of the app that a person means by a name, which may lack the prefix `org.fresnel.` as with
  /// `--app`; the name itself where nothing is known of either.
  func identifier(named name: String, _ context: CommandContext) -> String {
    var known = Set(registry.catalog.entries.map(\.manifest.identifier))
    // What was decided about an app without items is to be found under the same name.
    if let decided = try? settings.all() { known.formUnion(decided.keys) }
    if known.contains(name) { return name }
    let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
    known.formUnion(stores.readableIndexes().indexes.map(\.scope.app))
    return StoreSet.app(named: name, among: known) ?? name
  }

  /// Whether a manifest registers an app, or something is indexed under its name.
  func knows(_ identifier: String, _ context: CommandContext) -> Bool {
    registry.catalog.entry(identifier) != nil
      || !ShowApp.itemCounts(of: identifier, context).counts.isEmpty
  }

  /// Why nothing is known of an app, neither a manifest nor items, with the nearest name of which there is.
  func unknown(_ identifier: String, _ context: CommandContext) -> CommandError {
    let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
    let indexed = stores.readableIndexes().indexes.map(\.scope.app)
    let known = Set(registry.catalog.entries.map(\.manifest.identifier) + indexed).sorted()
    let near = nearest(to: identifier, among: known).map { "did you mean \($0)?" }
    return CommandError(
      .incomplete,
      "no app \"\(withoutControls(identifier))\" is known: no manifest registers it, and it has no items",
      advice: registry.problems.first?.withoutFullStop ?? near
        ?? "fresnel app list names those that are registered")
  }

  /// Why an app is not registered, with the nearest name that is.
  func unknown(_ identifier: String) -> CommandError {
    let known = registry.catalog.entries.map(\.manifest.identifier)
    let near = nearest(to: identifier, among: known).map { "did you mean \($0)?" }
    return CommandError(
      .incomplete, "no manifest registers the app \"\(withoutControls(identifier))\"",
      advice: registry.problems.first?.withoutFullStop ?? near
        ?? "fresnel app list names those that are; fresnel app install adds one")
  }

  /// The settings of an app; the usual ones, with a warning, when the file can't be read.
  func settings(of app: String, for context: CommandContext) -> AppSettings {
    do throws(SettingsError) {
      return try settings.settings(of: app)
    } catch {
      context.warn(error.message)
      return AppSettings()
    }
  }
}

extension SettingsError {
  /// The error as the tool tells it.
  var commandError: CommandError {
    let advice: String? =
      switch code {
      case .damaged: "mend or remove the file; the next change keeps it under another name"
      case .busy: "try again in a moment"
      case .newerVersion, .unusable: nil
      }
    return CommandError(.system, message.withoutFullStop, advice: advice)
  }
}
