package import FresnelModel

/// What an app says about itself in its `Info.plist`.
///
/// Every key is described in `Documentation/apps.md`.
package struct AppManifest: Equatable, Sendable {
  /// A thing that the system's search can offer for the app's items, from `CoreSpotlightActions`.
  package struct SearchAction: Equatable, Sendable {
    /// What the app is told when a person chooses it.
    package var identifier: String
    /// What a person reads.
    package var title: String
    /// The name of its symbol.
    package var symbol: String?
  }

  /// A sort of document that the app opens, from `CFBundleDocumentTypes`.
  package struct DocumentType: Equatable, Sendable {
    /// What a person calls it.
    package var name: String?
    /// `Editor`, `Viewer`, `Shell`, `QLGenerator` or `None`.
    package var role: String?
    /// `Owner`, `Default`, `Alternate` or `None`.
    package var rank: String?
    /// The content types.
    package var contentTypes: [String]
    /// The class that holds such a document.
    package var documentClass: String?
  }

  /// A set of URL schemes that the app opens, from `CFBundleURLTypes`.
  package struct URLType: Equatable, Sendable {
    /// The name of the set.
    package var name: String?
    /// The schemes in lower case, without the colon.
    package var schemes: [String]
  }

  /// A web site that vouches for the app, from `com.apple.developer.associated-domains`.
  package struct AssociatedDomain: Equatable, Sendable {
    /// What for: `applinks`, `webcredentials`, `activitycontinuation`, `appclips`.
    package var service: String
    /// The host, perhaps with `*.` before it.
    package var host: String
    /// `developer` or `managed`, where one is given.
    package var mode: String?
    /// The port of the site's file, where one is given.
    package var port: UInt16? = nil

    /// The entry as manifests have it.
    package var text: String {
      "\(service):\(host)\(port.map { ":\($0)" } ?? "")\(mode.map { "?mode=\($0)" } ?? "")"
    }

    /// Whether it is about a host; `*.` before a host stands for any host below it.
    ///
    /// - Parameter host: In lower case, without a port.
    /// - Returns: Whether it is.
    package func covers(_ host: some StringProtocol) -> Bool {
      let claimed = self.host.lowercased()
      guard claimed.hasPrefix("*.") else { return claimed == host }
      return host.hasSuffix(claimed.dropFirst()) && host.utf8.count > claimed.utf8.count - 1
    }
  }

  /// `CFBundleIdentifier`.
  package var identifier: String
  /// What a person calls the app: `CFBundleDisplayName`, else `CFBundleName`.
  package var name: String?
  /// `CFBundleShortVersionString`.
  package var version: String?
  /// The absolute paths of the app's own programs, `FresnelExecutable`.
  package var executables: [String]
  /// The desktop file's identifier without `.desktop`, `FresnelDesktopFile`.
  package var desktopFile: String?
  /// The name of the app's snap, `FresnelSnapName`.
  package var snapName: String?
  /// Seconds between the times at which the app wants to be asked for what is new, at least
  /// ``shortestRefreshInterval``; `FresnelRefreshInterval`.
  package var refreshInterval: Double?
  /// Whether a push wakes the app's index extension, `FresnelWakesOnPush`.
  package var wakesOnPush: Bool
  /// Whether the app is a part of the desktop that searches all apps, `FresnelSystemSurface`.
  package var isSystemSurface: Bool
  /// Whether the manifest is of a build in development, `FresnelDevelopment`.
  package var isDevelopment: Bool
  /// Whether a Flatpak brought it along, so that its programs are paths in that one's sandbox. No key says so: the
  /// place does from which it was read.
  package var isOfFlatpak = false
  /// The types of activities that the app continues, `NSUserActivityTypes`.
  package var activityTypes: [String]
  /// Whether the app goes on with a search that began in the system's, `CoreSpotlightContinuation`.
  package var continuesSearch: Bool
  /// Whether the app goes on with activities by an action over the bus instead of a connection to the daemon,
  /// `FresnelContinuesOverBus`.
  package var continuesOverBus: Bool
  /// `CoreSpotlightActions`.
  package var searchActions: [SearchAction]
  /// `NSExtension`.
  package var extensions: [ExtensionDeclaration]
  /// `UTExportedTypeDeclarations` and `UTImportedTypeDeclarations`.
  package var contentTypes: [ContentType]
  /// `CFBundleDocumentTypes`.
  package var documentTypes: [DocumentType]
  /// `CFBundleURLTypes`.
  package var urlTypes: [URLType]
  /// `INIntentsSupported`.
  package var intents: [String]
  /// `INIntentsRestrictedWhileLocked`.
  package var intentsRestrictedWhileLocked: [String]
  /// The ways of travelling that the app gives directions for, `MKDirectionsApplicationSupportedModes`.
  package var directionsModes: [String]
  /// `com.apple.developer.associated-domains`.
  package var associatedDomains: [AssociatedDomain]
  /// The ten characters that sites write before the identifier, `FresnelTeamIdentifier` or one of Apple's keys.
  package var teamIdentifier: String?
  /// What software centres name the app by, where that is not its identifier: `FresnelAppStreamIdentifier`.
  package var appStreamIdentifier: String?
  /// What stores name the app by, by the name of the store: `FresnelStoreIdentifiers`.
  package var storeIdentifiers: [String: String] = [:]
  /// The address where the app is presented, `FresnelMarketingURL`.
  package var marketingURL: String?
  /// The address where people are helped with it, `FresnelSupportURL`.
  package var supportURL: String?
  /// The protection of items unless an index says otherwise, as a raw value of `FileProtectionType`;
  /// `com.apple.developer.default-data-protection`.
  package var defaultProtection: String?

  /// The shortest refresh interval that is kept to, in seconds.
  package static let shortestRefreshInterval: Double = 900

  /// The app's own programs and those of its extensions, each once.
  package var allExecutables: [String] {
    var paths: [String] = []
    for path in executables + extensions.compactMap(\.executable) where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }
}
