/// Where an extension attaches.
package enum ExtensionPoint: String, CaseIterable, Sendable {
  /// Indexes the app's items again when asked.
  case index = "com.apple.spotlight.index"
  /// Reads files of certain types for the index.
  case importer = "com.apple.spotlight.import"
  /// Previews files and items.
  case preview = "com.apple.quicklook.preview"
  /// Draws thumbnails.
  case thumbnail = "com.apple.quicklook.thumbnail"
  /// Handles intents.
  case intents = "com.apple.intents-service"
  /// Shows something about intents.
  case intentsInterface = "com.apple.intents-ui-service"

  /// Whether this software starts the extension's program by itself.
  package var isStartedByService: Bool { self == .index || self == .importer }
}

/// An extension of an app, from its manifest's `NSExtension`.
package struct ExtensionDeclaration: Equatable, Sendable {
  /// Where the manifest declares it, such as `NSExtension[1]`.
  package var keyPath: String
  /// Where it attaches.
  package var point: ExtensionPoint
  /// The class that handles requests, `NSExtensionPrincipalClass`.
  package var principalClass: String?
  /// The storyboard it begins with instead, `NSExtensionMainStoryboard`.
  package var mainStoryboard: String?
  /// The absolute path of its program, `FresnelExecutable`.
  package var executable: String?
  /// The types of the files it takes, `CSSupportedContentTypes` or `QLSupportedContentTypes`.
  package var contentTypes: [String]
  /// Whether it previews items of the index, `QLSupportsSearchableItems`.
  package var supportsSearchableItems: Bool
  /// Whether its previews are data rather than a view, `QLIsDataBasedPreview`.
  package var isDataBasedPreview: Bool
  /// The intents it handles, `IntentsSupported`.
  package var intents: [String]
  /// Those of them that want an unlocked session, `IntentsRestrictedWhileLocked`.
  package var intentsRestrictedWhileLocked: [String]
}

extension ExtensionDeclaration {
  /// Reads the entries of `NSExtension`, which is a dictionary or an array of them.
  static func read(_ root: ManifestFields, _ paths: ExecutablePaths) -> [ExtensionDeclaration] {
    root.dictionaries("NSExtension").compactMap { read(entry: $0, paths) }
  }

  private static func read(
    entry: ManifestFields, _ paths: ExecutablePaths
  ) -> ExtensionDeclaration? {
    let key = "NSExtensionPointIdentifier"
    let known = ExtensionPoint.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = entry.text(key) else {
      entry.report.add(
        .missingExtensionPoint, .error, at: entry.path(key), "\(entry.path(key)) is missing.",
        remedy: "Name one of \(known).")
      return nil
    }
    guard let point = ExtensionPoint(rawValue: name) else {
      // An app from elsewhere may bring extensions that have no counterpart here.
      entry.report.add(
        .unknownExtensionPoint, .note, at: entry.path(key),
        "Extensions at \(name) are not known here and are left out.",
        remedy: "If another was meant, name one of \(known).")
      return nil
    }
    let attributes =
      entry.dictionary("NSExtensionAttributes")
      ?? ManifestFields(
        entries: [:], keyPath: entry.path("NSExtensionAttributes"), report: entry.report)
    let result = ExtensionDeclaration(
      keyPath: entry.keyPath, point: point, principalClass: entry.text("NSExtensionPrincipalClass"),
      mainStoryboard: entry.text("NSExtensionMainStoryboard"),
      executable: entry.text("FresnelExecutable").flatMap {
        paths.absolute($0, at: entry.path("FresnelExecutable"), entry.report)
      },
      contentTypes: attributes.texts("CSSupportedContentTypes")
        + attributes.texts("QLSupportedContentTypes"),
      supportsSearchableItems: attributes.truth("QLSupportsSearchableItems") ?? false,
      isDataBasedPreview: attributes.truth("QLIsDataBasedPreview") ?? false,
      intents: attributes.texts("IntentsSupported"),
      intentsRestrictedWhileLocked: attributes.texts("IntentsRestrictedWhileLocked"))
    result.check(entry, attributes)
    return result
  }

  private func check(_ entry: ManifestFields, _ attributes: ManifestFields) {
    if principalClass != nil, mainStoryboard != nil {
      entry.report.add(
        .classAndStoryboard, .warning, at: entry.path("NSExtensionMainStoryboard"),
        "An extension begins with a class or with a storyboard, and this one names both.",
        remedy: "Keep NSExtensionPrincipalClass and remove the other.")
    }
    if point.isStartedByService, executable == nil, entry.entries["FresnelExecutable"] == nil {
      entry.report.add(
        .missingExecutable, .warning, at: entry.path("FresnelExecutable"),
        "The extension names no program, so it can't be started when the app is not running.",
        remedy: "Add FresnelExecutable with the absolute path of the extension's program.")
    }
    if point == .importer, contentTypes.isEmpty {
      entry.report.add(
        .missingHandler, .error, at: attributes.path("CSSupportedContentTypes"),
        "The extension names no types of files, so it's never asked for one.",
        remedy: "List the types that it reads in CSSupportedContentTypes.")
    }
    let supported = Set(intents)
    for intent in intentsRestrictedWhileLocked where !supported.contains(intent) {
      entry.report.add(
        .wrongValue, .warning, at: attributes.path("IntentsRestrictedWhileLocked"),
        "\(intent) is restricted while locked and is not among the intents supported.",
        remedy: "Add it to IntentsSupported, or remove it here.")
    }
  }
}
