internal import WebDocuments

/// Reads the JSON of an association file.
struct AssociationReader {
  let text: [UInt8]
  let lines: LineIndex
  var findings: FindingList
  var variables: VariableTable?
  var patterns: [PatternKey: LinkPattern] = [:]
  /// The compiled items of queries, by where the first pattern of them stands.
  var queries: [PatternKey: [LinkRule.Item]] = [:]
  /// The patterns whose obstacle was told, by where they stand.
  var toldPatterns: Set<Int> = []
  var seenApplications: Set<String> = []

  /// A pattern, by where it stands and how it is compared: defaults are compiled once, and not for every component.
  struct PatternKey: Hashable {
    var offset: Int
    var isPath: Bool
    var foldsCase: Bool
  }

  /// Prepares to read a file without a byte-order mark.
  init(_ text: [UInt8]) {
    self.text = text
    lines = LineIndex(text)
    findings = FindingList(lines)
  }

  /// What was found so far.
  var diagnostics: [Diagnostic] { findings.all }

  /// Tells that the file began with a byte-order mark.
  mutating func noteByteOrderMark() {
    findings.add(
      .associationByteOrderMark, "The file begins with a byte-order mark, which JSON has not.",
      at: 0)
  }

  /// Reads the file; `nil` when it is no JSON object.
  mutating func read() -> SiteAssociation? {
    let root: LocatedJSON
    do throws(LocatedJSONError) {
      root = try LocatedJSON.parse(text)
    } catch {
      findings.add(
        .associationJSONSyntax, "The file is not JSON: \(error.reason).", at: error.offset)
      return nil
    }
    guard case .object(let members) = root.value else {
      findings.add(
        .associationRootNotObject, "The file holds \(root.kind), not an object.", at: root.offset)
      return nil
    }
    return read(root, members)
  }

  private mutating func read(
    _ root: LocatedJSON, _ members: [LocatedJSON.Member]
  ) -> SiteAssociation {
    for member in members where !AssociationService.isKnown(member.name) {
      findings.add(
        .associationUnknownKey,
        "\"\(Diagnostic.excerpt(member.name))\" is no service, and is not looked at.",
        at: member.nameOffset, Diagnostic.excerpt(member.name))
    }
    if !members.contains(where: { AssociationService.isKnown($0.name) }) {
      findings.add(
        .associationNoService, "The file names no service, so it vouches for no app.",
        at: root.offset)
    }
    var applications: [AssociationService: [String]] = [:]
    var details: [AppLinkDetail] = []
    for service in AssociationService.allCases {
      guard let section = root[service.rawValue] else { continue }
      guard case .object = section.value else {
        noteWrongType(section, service.rawValue, wanted: "an object")
        continue
      }
      if service == .applinks {
        details = readLinks(section)
        applications[service] = details.flatMap(\.applications)
      } else {
        applications[service] = readApplications(
          section["apps"], "\(service.rawValue).apps", within: section)
      }
    }
    return SiteAssociation(
      details: details, applications: applications, variables: variables?.compiled ?? [],
      lines: lines)
  }

  private mutating func readApplications(
    _ list: LocatedJSON?, _ subject: String, within section: LocatedJSON
  ) -> [String] {
    guard let list else {
      findings.add(
        .associationNoDetails, "\(subject) is missing, so it vouches for no app.",
        at: section.offset, subject)
      return []
    }
    var seen: Set<String> = []
    return texts(list, subject).filter { checkApplication($0, &seen) }.map(\.text)
  }

  /// Looks at an application identifier; whether it can mean an app.
  mutating func checkApplication(_ entry: LocatedText, _ seen: inout Set<String>) -> Bool {
    if entry.text.isEmpty {
      findings.add(
        .associationAppIDEmpty, "The application identifier is empty.", at: entry.offset,
        entry.subject)
      return false
    }
    let shown = Diagnostic.excerpt(entry.text)
    if ApplicationIdentity.parts(of: entry.text) == nil {
      findings.add(
        .associationAppIDShape,
        "\"\(shown)\" is not a prefix of ten characters, a dot and a bundle identifier.",
        at: entry.offset, entry.subject)
    }
    if !seen.insert(entry.text).inserted {
      findings.add(
        .associationAppIDDuplicate, "\"\(shown)\" is named more than once.", at: entry.offset,
        entry.subject)
    }
    return true
  }

  /// A text of the file and where it stands.
  struct LocatedText {
    var text: String
    var offset: Int
    var subject: String
  }

  /// The texts of a list; what is no text is told and left out.
  mutating func texts(_ list: LocatedJSON, _ subject: String) -> [LocatedText] {
    guard case .array(let values) = list.value else {
      noteWrongType(list, subject, wanted: "a list")
      return []
    }
    var result: [LocatedText] = []
    for (index, value) in values.enumerated() {
      let place = "\(subject)[\(index)]"
      guard case .string(let text) = value.value else {
        noteWrongType(value, place, wanted: "a string")
        continue
      }
      result.append(LocatedText(text: text, offset: value.offset, subject: place))
    }
    return result
  }

  /// Tells that a value is of another kind than it has to be.
  mutating func noteWrongType(_ value: LocatedJSON, _ subject: String, wanted: String) {
    findings.add(
      .associationWrongType, "\(subject) is \(value.kind), and has to be \(wanted).",
      at: value.offset, subject)
  }
}

extension LocatedJSON {
  /// What it is, in words.
  var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A member of a value as paths of values write it.
func subject(_ whole: String, _ name: String) -> String {
  let isPlain =
    (1...64).contains(name.utf8.count)
    && name.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
  return isPlain ? "\(whole).\(name)" : "\(whole)[\"\(Diagnostic.excerpt(name))\"]"
}
