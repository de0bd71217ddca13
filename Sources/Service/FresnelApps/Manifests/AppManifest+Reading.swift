package import FresnelModel

extension AppManifest {
  /// Reads a manifest from a file's bytes. Any bytes give a result.
  ///
  /// - Parameters:
  ///   - bytes: A property list in XML, binary or JSON.
  ///   - path: Where the file is, or is going to be: bare names of programs are looked for beside it.
  /// - Returns: The manifest, or `nil` when it can't be used at all; and everything that the content
  ///   says is wrong, without a look at any other file.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func read(
    _ bytes: [UInt8], at path: String
  ) -> (manifest: AppManifest?, diagnostics: [ManifestDiagnostic]) {
    do throws(PropertyListError) {
      return read(try PropertyList.read(bytes), at: path)
    } catch {
      let diagnostic = ManifestDiagnostic(
        .notAPropertyList, .error, at: "", "The file is no property list. \(error.description)",
        remedy: "Mend it there, or write it again as XML, a binary property list or JSON.")
      return (nil, [diagnostic])
    }
  }

  /// Reads a manifest from a property list.
  package static func read(
    _ list: PropertyList, at path: String
  ) -> (manifest: AppManifest?, diagnostics: [ManifestDiagnostic]) {
    let report = DiagnosticList()
    guard let entries = list.dictionary else {
      report.add(
        .notAPropertyList, .error, at: "",
        "A manifest is a dictionary of keys, and this is \(list.kindName).",
        remedy: "Write a dictionary with CFBundleIdentifier.")
      return (nil, report.diagnostics)
    }
    let root = ManifestFields(entries: entries, keyPath: "", report: report)
    let identifier = identifier(root)
    let paths = ExecutablePaths(manifestPath: path)
    // Both are read, so that both are checked.
    let names = ["CFBundleDisplayName", "CFBundleName"].map(root.text)
    let manifest = AppManifest(
      identifier: identifier ?? "", name: names[0] ?? names[1],
      version: root.text("CFBundleShortVersionString"),
      executables: executables(root, paths), desktopFile: desktopFile(root),
      snapName: snapName(root), refreshInterval: refreshInterval(root),
      wakesOnPush: root.truth("FresnelWakesOnPush") ?? false,
      isSystemSurface: root.truth("FresnelSystemSurface") ?? false,
      isDevelopment: root.truth("FresnelDevelopment") ?? false,
      activityTypes: root.texts("NSUserActivityTypes"),
      continuesSearch: root.truth("CoreSpotlightContinuation") ?? false,
      continuesOverBus: root.truth("FresnelContinuesOverBus") ?? false,
      searchActions: searchActions(root), extensions: ExtensionDeclaration.read(root, paths),
      contentTypes: contentTypes(root, list), documentTypes: documentTypes(root),
      urlTypes: urlTypes(root), intents: root.texts("INIntentsSupported"),
      intentsRestrictedWhileLocked: root.texts("INIntentsRestrictedWhileLocked"),
      directionsModes: directionsModes(root), associatedDomains: associatedDomains(root),
      teamIdentifier: teamIdentifier(root),
      appStreamIdentifier: appStreamIdentifier(root), storeIdentifiers: storeIdentifiers(root),
      marketingURL: webAddress(root, "FresnelMarketingURL"),
      supportURL: webAddress(root, "FresnelSupportURL"),
      defaultProtection: defaultProtection(root))
    manifest.check(root)
    return (identifier == nil ? nil : manifest, report.diagnostics)
  }

  // MARK: - Identity

  private static func identifier(_ root: ManifestFields) -> String? {
    let key = "CFBundleIdentifier"
    guard let value = root.entries[key], value != "" else {
      root.report.add(
        .missingIdentifier, .error, at: key, "\(key) is missing or empty.",
        remedy: "Add it, such as <key>CFBundleIdentifier</key><string>com.example.notes</string>.")
      return nil
    }
    // A wrong kind and a build variable are reported there.
    guard let identifier = root.text(key) else { return nil }
    guard AppIdentifier.isValid(identifier) else {
      root.report.add(
        .invalidIdentifier, .error, at: key, "\"\(identifier)\" can't name an app.",
        remedy:
          "Use letters, digits, hyphens and underscores with single dots between them, at most "
          + "\(AppIdentifier.maximumByteCount) bytes.")
      return nil
    }
    guard !AppIdentifier.isReserved(identifier) else {
      root.report.add(
        .reservedIdentifier, .error, at: key,
        "No manifest may claim \"\(identifier)\": \(AppIdentifier.reservationSentence(identifier)).",
        remedy: "Use a name that begins with a domain of yours, such as com.example.notes.")
      return nil
    }
    return identifier
  }

  private static func executables(_ root: ManifestFields, _ paths: ExecutablePaths) -> [String] {
    let key = "FresnelExecutable"
    var result: [String] = []
    for text in root.texts(key) {
      guard let path = paths.absolute(text, at: key, root.report), !result.contains(path) else {
        continue
      }
      result.append(path)
    }
    return result
  }

  private static func desktopFile(_ root: ManifestFields) -> String? {
    let key = "FresnelDesktopFile"
    guard let text = root.text(key) else { return nil }
    let name = text.hasSuffix(".desktop") ? String(text.dropLast(".desktop".count)) : text
    guard DesktopFiles.isValid(name) else {
      root.wrongValue(
        key, "\"\(text)\" is not a desktop file's identifier.",
        remedy: "Write its name without a path, such as com.example.notes.desktop.")
      return nil
    }
    return name
  }

  private static func snapName(_ root: ManifestFields) -> String? {
    let key = "FresnelSnapName"
    guard let name = root.text(key) else { return nil }
    guard AppArmorLabel.isSnapName(name) else {
      root.wrongValue(
        key, "\"\(name)\" is not a snap's name.",
        remedy: "Write the name that snap list shows: small letters, digits and hyphens.")
      return nil
    }
    return name
  }

  private static func refreshInterval(_ root: ManifestFields) -> Double? {
    let key = "FresnelRefreshInterval"
    guard let seconds = root.number(key) else { return nil }
    guard seconds > 0 else {
      root.wrongValue(
        key, "\(key) is \(seconds), which is no time to wait.",
        remedy: "Write seconds, at least \(Int(shortestRefreshInterval)), or remove the key.")
      return nil
    }
    if seconds < shortestRefreshInterval {
      root.report.add(
        .intervalTooShort, .warning, at: key,
        "\(key) is below \(Int(shortestRefreshInterval)) seconds, which are waited instead.",
        remedy: "Write \(Int(shortestRefreshInterval)) or more.")
    }
    return max(seconds, shortestRefreshInterval)
  }

  // MARK: - Checks across keys

  private func check(_ root: ManifestFields) {
    if executables.isEmpty, root.entries["FresnelExecutable"] == nil, snapName == nil {
      root.report.add(
        .missingExecutable, .warning, at: "FresnelExecutable",
        "No program is named, so only a Flatpak of this identifier is recognised as the app.",
        remedy:
          "Add FresnelExecutable with the program's absolute path, or install with --executable.")
    }
    if refreshInterval != nil || wakesOnPush, !extensions.contains(where: { $0.point == .index }) {
      root.report.add(
        .missingHandler, .warning,
        at: refreshInterval != nil ? "FresnelRefreshInterval" : "FresnelWakesOnPush",
        "The app wants to be woken and has no index extension to wake.",
        remedy: "Add an NSExtension entry for \(ExtensionPoint.index.rawValue).")
    }
    let supported = Set(intents)
    for intent in intentsRestrictedWhileLocked where !supported.contains(intent) {
      root.report.add(
        .wrongValue, .warning, at: "INIntentsRestrictedWhileLocked",
        "\(intent) is restricted while locked and is not among the intents supported.",
        remedy: "Add it to INIntentsSupported, or remove it here.")
    }
    if isDevelopment {
      root.report.add(
        .developmentManifest, .note, at: "FresnelDevelopment",
        "This manifest is of a build in development; in the home it wins over an installed one.",
        remedy: "Remove it with fresnel app remove when development is over.")
    }
    checkFresnelKeys(root)
  }

  /// The keys that are ours, at the top.
  package static let fresnelKeys = [
    "FresnelAppStreamIdentifier", "FresnelContinuesOverBus", "FresnelDesktopFile",
    "FresnelDevelopment", "FresnelExecutable", "FresnelMarketingURL", "FresnelRefreshInterval",
    "FresnelSnapName", "FresnelStoreIdentifiers", "FresnelSupportURL", "FresnelSystemSurface",
    "FresnelTeamIdentifier", "FresnelWakesOnPush",
  ]

  /// A key that begins as ours do and is none of them is misspelt: nobody else would use it.
  private func checkFresnelKeys(_ root: ManifestFields) {
    for key in root.entries.keys.sorted()
    where key.hasPrefix("Fresnel") && !Self.fresnelKeys.contains(key) {
      root.report.add(
        .unknownKey, .warning, at: key, "There is no key \(key).",
        remedy: "Use one of \(Self.fresnelKeys.joined(separator: ", ")).")
    }
  }
}
