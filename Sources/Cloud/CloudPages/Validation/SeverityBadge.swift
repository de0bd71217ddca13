internal import WebDocuments

/// How much a finding matters, as a word on a coloured ground: the word says it, too.
struct SeverityBadge {
  /// How much it matters.
  let severity: DiagnosticSeverity

  /// The badge.
  var html: HTML {
    element(.span, .classes("badge \(severity.name)")) { word }
  }

  private var word: String {
    switch severity {
    case .error: "Error"
    case .warning: "Warning"
    case .suggestion: "Suggestion"
    case .notice: "Notice"
    }
  }
}

/// A number of things.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
