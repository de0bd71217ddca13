internal import SiteValidation
internal import WebDocuments

/// A finding where it stands: what was read, and the line of the source.
struct FindingView {
  /// The finding.
  let diagnostic: Diagnostic
  /// The document that it is in, where that needs to be said.
  var document: String?
  /// The lines of the document; `nil` where they aren't shown.
  var lines: SourceLines?

  /// How many characters of a line are shown.
  private static let lineLength = 120

  /// What was read, with the line of the source.
  var html: HTML {
    .joined([
      element(.p, .classes("finding")) { diagnostic.message },
      place, source,
    ])
  }

  private var place: HTML {
    let words = [
      document, diagnostic.location.map { "line \($0.line), column \($0.column)" },
      diagnostic.subject.map { Diagnostic.excerpt($0) },
    ].compactMap(\.self)
    guard !words.isEmpty else { return HTML() }
    return element(.p, .classes("place")) { words.joined(separator: " · ") }
  }

  private var source: HTML {
    guard let location = diagnostic.location,
      let excerpt = lines?.excerpt(location, length: Self.lineLength)
    else { return HTML() }
    return element(
      .pre, .classes("source"), .set(.tabindex, "0"), .set(.role, "group"),
      .set(.ariaLabel, "Source")
    ) {
      element(.code) {
        element(.span, .classes("number")) { "\(location.line)" }
        excerpt.before
        element(.mark) { String(excerpt.after.prefix(1)) }
        String(excerpt.after.dropFirst())
      }
    }
  }
}

extension HTML {
  /// The short name of a rule, as a link to the public rule where there is one.
  static func rule(_ rule: DiagnosticRule) -> HTML {
    link(rule.reference.flatMap { LinkTarget($0) }) { element(.code) { rule.code } }
  }
}
