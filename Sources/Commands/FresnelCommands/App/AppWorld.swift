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
