internal import WebAddresses
internal import WebDocuments

/// Reads the JSON of an `assetlinks.json`.
struct AssetLinksReader {
  private let text: [UInt8]
  private var findings: FindingList

  /// Prepares to read a file.
  init(_ text: [UInt8]) {
    self.text = text
    findings = FindingList(LineIndex(text))
  }

  /// What was found so far.
  var diagnostics: [Diagnostic] { findings.all }

  /// Reads the file; `nil` when it is no list.
  mutating func read() -> AssetLinks? {
    let root: LocatedJSON
    do throws(LocatedJSONError) {
      root = try LocatedJSON.parse(text)
    } catch {
      findings.add(
        .assetLinksSyntax, "The file is not JSON: \(error.reason).", at: error.offset)
      return nil
    }
    guard case .array(let entries) = root.value else {
      findings.add(
        .assetLinksNotList, "The file holds \(root.kind), not a list.", at: root.offset)
      return nil
    }
    if entries.isEmpty {
      findings.add(.assetLinksEmpty, "The file states nothing.", at: root.offset)
    }
    var statements: [AssetLinks.Statement] = []
    var includes: [String] = []
    for (index, entry) in entries.enumerated() {
      let place = "[\(index)]"
      guard case .object = entry.value else {
        noteWrongType(entry, place, "an object")
        continue
      }
      if let include = entry["include"] {
        readInclude(include, "\(place).include").map { includes.append($0) }
      } else {
        readStatement(entry, place).map { statements.append($0) }
      }
    }
    return AssetLinks(statements: statements, includes: includes)
  }

  private mutating func readInclude(_ include: LocatedJSON, _ place: String) -> String? {
    guard case .string(let text) = include.value else {
      noteWrongType(include, place, "a string")
      return nil
    }
    guard let url = WebURL(text), url.scheme == "https" else {
      findings.add(
        .assetLinksInclude, "\"\(Diagnostic.excerpt(text))\" is no https address of a file.",
        at: include.offset, place)
      return nil
    }
    return url.href
  }

  private mutating func readStatement(
    _ entry: LocatedJSON, _ place: String
  ) -> AssetLinks.Statement? {
    let relations = readRelations(entry, place)
    guard let target = entry["target"] else {
      findings.add(
        .assetLinksTargetMissing, "\(place) does not say for whom.", at: entry.offset, place)
      return nil
    }
    guard case .object = target.value else {
      noteWrongType(target, "\(place).target", "an object")
      return nil
    }
    guard let read = readTarget(target, "\(place).target"), !relations.isEmpty else { return nil }
    return AssetLinks.Statement(relations: relations, target: read)
  }

  private mutating func readRelations(_ entry: LocatedJSON, _ place: String) -> [String] {
    let list = entry["relation"]
    guard let list, !list.isEmptyList else {
      findings.add(
        .assetLinksRelationMissing, "\(place) does not say what for.", at: entry.offset, place)
      return []
    }
    return texts(list, "\(place).relation").map { relation in
      let parts = relation.text.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count != 2 || parts.contains(where: \.isEmpty) {
        findings.add(
          .assetLinksRelation,
          "\"\(Diagnostic.excerpt(relation.text))\" is not a kind, a slash and a detail.",
          at: relation.offset, relation.place)
      }
      return relation.text
    }
  }

  private mutating func readTarget(
    _ target: LocatedJSON, _ place: String
  ) -> AssetLinks.Target? {
    let namespace = target["namespace"]
    switch namespace?.value {
    case .string("android_app")?: return readApp(target, place)
    case .string("web")?: return readSite(target, place)
    case .string(let other)?:
      findings.add(
        .assetLinksNamespace,
        "\"\(Diagnostic.excerpt(other))\" is neither android_app nor web.",
        at: namespace?.offset ?? target.offset, "\(place).namespace")
    case nil:
      findings.add(
        .assetLinksNamespace, "\(place) has no namespace.", at: target.offset, place)
    default: noteWrongType(namespace ?? target, "\(place).namespace", "a string")
    }
    return nil
  }

  private mutating func readApp(_ target: LocatedJSON, _ place: String) -> AssetLinks.Target? {
    guard case .string(let package)? = target["package_name"]?.value,
      Self.isPackage(package)
    else {
      findings.add(
        .assetLinksPackage, "\(place) names no package of an app.", at: target.offset, place)
      return nil
    }
    guard let list = target["sha256_cert_fingerprints"], !list.isEmptyList else {
      findings.add(
        .assetLinksFingerprintMissing, "\(place) has no fingerprint of the app's certificate.",
        at: target.offset, place)
      return nil
    }
    let fingerprints = texts(list, "\(place).sha256_cert_fingerprints").compactMap { entry in
      let bytes = Self.fingerprint(entry.text)
      if bytes == nil {
        findings.add(
          .assetLinksFingerprint,
          "\"\(Diagnostic.excerpt(entry.text))\" is not 32 bytes in base 16 with colons.",
          at: entry.offset, entry.place)
      }
      return bytes
    }
    return fingerprints.isEmpty ? nil : .androidApp(package: package, fingerprints: fingerprints)
  }

  private mutating func readSite(_ target: LocatedJSON, _ place: String) -> AssetLinks.Target? {
    guard case .string(let text)? = target["site"]?.value, let url = WebURL(text),
      url.isHTTP
    else {
      findings.add(
        .assetLinksSite, "\(place) names no http or https site.", at: target.offset, place)
      return nil
    }
    if url.path != "/" || url.query != nil || url.fragment != nil {
      findings.add(
        .assetLinksSite,
        "\"\(Diagnostic.excerpt(text))\" is more than a site: only \(url.origin) counts.",
        at: target.offset, place, severity: .warning)
    }
    return .site(url.origin)
  }

  private mutating func texts(
    _ list: LocatedJSON, _ place: String
  ) -> [(text: String, offset: Int, place: String)] {
    guard case .array(let values) = list.value else {
      noteWrongType(list, place, "a list")
      return []
    }
    var result: [(text: String, offset: Int, place: String)] = []
    for (index, value) in values.enumerated() {
      if case .string(let text) = value.value {
        result.append((text, value.offset, "\(place)[\(index)]"))
      } else {
        noteWrongType(value, "\(place)[\(index)]", "a string")
      }
    }
    return result
  }

  private mutating func noteWrongType(_ value: LocatedJSON, _ place: String, _ wanted: String) {
    findings.add(
      .assetLinksWrongType, "\(place) is \(value.kind), and has to be \(wanted).",
      at: value.offset, place)
  }

  /// Two or more words with dots between them, each beginning with a letter.
  private static func isPackage(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        word.first.map(isLetter) ?? false
          && word.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      }
  }

  /// The 32 bytes of a fingerprint in base 16, with a colon between each two of them.
  private static func fingerprint(_ text: String) -> [UInt8]? {
    let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard pairs.count == 32 else { return nil }
    var bytes: [UInt8] = []
    for pair in pairs {
      guard pair.count == 2, pair.allSatisfy({ isDigit($0) || 0x61...0x66 ~= $0 | 0x20 }),
        let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension LocatedJSON {
  /// Whether it is `[]`.
  var isEmptyList: Bool {
    guard case .array(let values) = value else { return false }
    return values.isEmpty
  }
}
