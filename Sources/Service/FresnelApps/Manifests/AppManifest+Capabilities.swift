internal import FresnelModel

// What an app offers to others: types, documents, links, actions.

extension AppManifest {
  static func searchActions(_ root: ManifestFields) -> [SearchAction] {
    root.dictionaries("CoreSpotlightActions").compactMap { entry in
      guard let identifier = entry.text("CoreSpotlightActionIdentifier"),
        let title = entry.text("CoreSpotlightActionTitle")
      else {
        entry.report.add(
          .missingHandler, .error, at: entry.keyPath,
          "\(entry.keyPath) lacks CoreSpotlightActionIdentifier or CoreSpotlightActionTitle.",
          remedy: "Give both, or remove the action.")
        return nil
      }
      return SearchAction(
        identifier: identifier, title: title, symbol: entry.text("CoreSpotlightActionSymbolImage"))
    }
  }

  static func contentTypes(_ root: ManifestFields, _ list: PropertyList) -> [ContentType] {
    let declarations = ContentTypeDeclarations(of: list)
    let refused = ContentTypeRegistry().declare(declarations.types)
    for error in declarations.errors + refused {
      root.report.add(
        .refusedType, .error, at: "UTExportedTypeDeclarations", error.message,
        remedy: "Mend the declaration, or remove it.")
    }
    let refusedNames = Set(refused.compactMap(\.identifier))
    return declarations.types.filter { !refusedNames.contains($0.identifier) }
  }

  static func documentTypes(_ root: ManifestFields) -> [DocumentType] {
    root.dictionaries("CFBundleDocumentTypes").map { entry in
      DocumentType(
        name: entry.text("CFBundleTypeName"),
        role: choice(
          entry, "CFBundleTypeRole", ["Editor", "Viewer", "Shell", "QLGenerator", "None"]),
        rank: choice(entry, "LSHandlerRank", ["Owner", "Default", "Alternate", "None"]),
        contentTypes: entry.texts("LSItemContentTypes"),
        documentClass: entry.text("NSDocumentClass"))
    }
  }

  static func urlTypes(_ root: ManifestFields) -> [URLType] {
    root.dictionaries("CFBundleURLTypes").map { entry in
      let key = "CFBundleURLSchemes"
      let schemes = entry.texts(key).filter { scheme in
        if isScheme(scheme) { return true }
        entry.wrongValue(
          key, "\"\(scheme)\" is not the scheme of a URL.",
          remedy: "Write a letter, then letters, digits, +, - or ., without a colon.")
        return false
      }
      return URLType(name: entry.text("CFBundleURLName"), schemes: schemes.map { $0.lowercased() })
    }
  }

  static func directionsModes(_ root: ManifestFields) -> [String] {
    let key = "MKDirectionsApplicationSupportedModes"
    let known = [
      "Bike", "Bus", "Car", "Ferry", "Other", "Pedestrian", "Plane", "RideShare", "StreetCar",
      "Subway", "Taxi", "Train",
    ].map { "MKDirectionsMode" + $0 }
    return root.texts(key).filter { mode in
      if known.contains(mode) { return true }
      root.wrongValue(
        key, "\"\(mode)\" is no way of travelling.",
        remedy: "Use some of \(known.joined(separator: ", ")).")
      return false
    }
  }

  static func associatedDomains(_ root: ManifestFields) -> [AssociatedDomain] {
    let key = "com.apple.developer.associated-domains"
    return root.texts(key).compactMap { text in
      if let domain = AssociatedDomain(text) { return domain }
      root.wrongValue(
        key, "\"\(text)\" is not a service and a host.",
        remedy: "Write it as applinks:example.com; the services are "
          + "\(AssociatedDomain.services.joined(separator: ", ")).")
      return nil
    }
  }

  /// What sites write before the app's identifier, from the first of the keys that is there.
  static func teamIdentifier(_ root: ManifestFields) -> String? {
    let keys = [
      "FresnelTeamIdentifier", "com.apple.developer.team-identifier", "AppIdentifierPrefix",
    ]
    guard let key = keys.first(where: { root.entries[$0] != nil }), let text = root.text(key) else {
      return nil
    }
    let prefix = text.hasSuffix(".") ? String(text.dropLast()) : text
    let isPrefix =
      prefix.utf8.count == 10
      && prefix.utf8.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if isPrefix { return prefix }
    root.wrongValue(
      key, "\"\(text)\" is not ten letters and digits.",
      remedy: "Write what sites write before the identifier, such as ABCDE12345, or remove the key."
    )
    return nil
  }

  static func defaultProtection(_ root: ManifestFields) -> String? {
    choice(
      root, "com.apple.developer.default-data-protection",
      [
        "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen",
        "NSFileProtectionCompleteUntilFirstUserAuthentication", "NSFileProtectionNone",
      ])
  }

  /// A text that has to be one of several.
  private static func choice(
    _ fields: ManifestFields, _ key: String, _ known: [String]
  ) -> String? {
    guard let text = fields.text(key) else { return nil }
    if known.contains(text) { return text }
    fields.wrongValue(
      key, "\"\(text)\" is no value of \(key).",
      remedy: "Use one of \(known.joined(separator: ", ")), or remove the key.")
    return nil
  }

  /// Whether a text is a scheme (RFC 3986, section 3.1).
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

extension AppManifest.AssociatedDomain {
  /// What a web site can vouch for.
  static let services = ["applinks", "webcredentials", "activitycontinuation", "appclips"]

  /// Reads `service:host`, perhaps with `:port` or `?mode=developer` behind it.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.services.contains(String(parts[0])) else { return nil }
    let rest = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var mode: String?
    if rest.count == 2 {
      guard ["mode=developer", "mode=managed"].contains(rest[1]) else { return nil }
      mode = String(rest[1].dropFirst("mode=".count))
    }
    let place = rest[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let host = place.first ?? ""
    var port: UInt16?
    if place.count == 2 {
      guard place[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = UInt16(place[1])
      else { return nil }
      port = number
    }
    let labels = (host.hasPrefix("*.") ? host.dropFirst(2) : host)
      .split(separator: ".", omittingEmptySubsequences: false)
    let isHost = labels.allSatisfy { label in
      !label.isEmpty
        && label.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
        }
    }
    guard isHost else { return nil }
    self.init(service: String(parts[0]), host: host.lowercased(), mode: mode, port: port)
  }
}
