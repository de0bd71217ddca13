internal import FresnelModel
internal import SiteValidation
internal import WebDocuments

/// Findings in the form that code hosts and editors read (SARIF 2.1.0).
enum SARIFLog {
  /// The log of the findings of files.
  static func json(_ documents: [SiteDocument]) -> JSONValue {
    var indexes: [String: Int] = [:]
    var rules: [DiagnosticRule] = []
    for diagnostic in documents.flatMap(\.diagnostics) where indexes[diagnostic.code] == nil {
      indexes[diagnostic.code] = rules.count
      rules.append(diagnostic.rule)
    }
    let results = documents.flatMap { document in
      document.diagnostics.map { result($0, document.name, indexes[$0.code] ?? 0) }
    }
    return object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          object([
            (
              "tool",
              object([
                (
                  "driver",
                  object([
                    ("name", .string("fresnel")), ("version", .string(FresnelVersion.current)),
                    ("rules", .array(rules.map(rule))),
                  ])
                )
              ])
            ),
            ("columnKind", .string("unicodeCodePoints")), ("results", .array(results)),
          ])
        ])
      ),
    ])
  }

  private static func rule(_ rule: DiagnosticRule) -> JSONValue {
    let help = rule.reference.map { [("helpUri", JSONValue.string($0))] } ?? []
    return object(
      [
        ("id", .string(rule.code)),
        ("shortDescription", object([("text", .string(rule.remedy))])),
        ("defaultConfiguration", object([("level", .string(level(rule.severity)))])),
      ] + help)
  }

  private static func result(_ diagnostic: Diagnostic, _ path: String, _ index: Int) -> JSONValue {
    var place = [("artifactLocation", object([("uri", .string(uri(path)))]))]
    if let location = diagnostic.location {
      place.append(
        (
          "region",
          object([
            ("startLine", .integer(Int64(location.line))),
            ("startColumn", .integer(Int64(location.column))),
          ])
        ))
    }
    return object([
      ("ruleId", .string(diagnostic.code)), ("ruleIndex", .integer(Int64(index))),
      ("level", .string(level(diagnostic.severity))),
      ("message", object([("text", .string(diagnostic.message + " " + diagnostic.remedy))])),
      ("locations", .array([object([("physicalLocation", object(place))])])),
    ])
  }

  /// SARIF has one word for suggestions and notices.
  private static func level(_ severity: DiagnosticSeverity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .suggestion, .notice: "note"
    }
  }

  /// A path as a relative or absolute reference; the address of what was fetched is one.
  private static func uri(_ path: String) -> String {
    if path.hasPrefix("https://") || path.hasPrefix("http://") { return path }
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { JSONMember($0.0, $0.1) })
  }
}
