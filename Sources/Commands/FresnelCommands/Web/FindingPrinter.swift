internal import CommandKit
internal import FresnelText
internal import SiteValidation
internal import WebDocuments

/// Prints findings with the line that each is about.
struct FindingPrinter {
  private let context: CommandContext
  private let width: Int

  /// The most findings of one rule that are shown with their line.
  private static let shownOfRule = 5

  /// Prints to a command's console.
  init(_ context: CommandContext) {
    self.context = context
    width = min(100, context.console.columns)
  }

  /// Prints the findings of a document, which are in order of effect.
  func print(_ document: SiteDocument) {
    let lines = SourceLines(document.bytes)
    var shown: [String: Int] = [:]
    for diagnostic in document.diagnostics {
      shown[diagnostic.code, default: 0] += 1
      guard shown[diagnostic.code, default: 0] <= Self.shownOfRule else { continue }
      print(diagnostic, lines)
    }
    for (code, count) in shown.sorted(by: { $0.key < $1.key }) where count > Self.shownOfRule {
      context.console.writeLine("  \(counted(count - Self.shownOfRule, "more finding")) of \(code)")
    }
  }

  private func print(_ diagnostic: Diagnostic, _ lines: SourceLines) {
    let indent = "             "
    let word = diagnostic.severity.name
    let subject = diagnostic.subject.map { "  \($0)" } ?? ""
    context.console.writeLine(
      "  \(styled(word, diagnostic.severity))\(String(repeating: " ", count: 11 - word.count))"
        + context.style.strong(diagnostic.code) + context.style.faint(withoutControls(subject)))
    write(diagnostic.message, indent)
    if let location = diagnostic.location,
      let excerpt = lines.excerpt(location, length: width - 22)
    {
      let number = "\(location.line)"
      let margin = String(repeating: " ", count: max(0, 6 - number.count))
      context.console.writeLine(
        context.style.faint("\(indent)\(margin)\(number) | ")
          + truncated(excerpt.before + excerpt.after, to: width - 22))
      context.console.writeLine(
        context.style.faint("\(indent)       | ")
          + String(repeating: " ", count: displayWidth(of: excerpt.before))
          + styled("^", diagnostic.severity))
    }
    // What is merely to be known needs no remedy.
    guard diagnostic.severity > .notice else { return }
    write(diagnostic.remedy, indent)
    if let reference = diagnostic.rule.reference {
      context.console.writeLine(context.style.faint(indent + reference))
    }
  }

  private func write(_ text: String, _ indent: String) {
    context.console.writeLine(wrapped(withoutControls(text), width: width, indent: indent))
  }

  private func styled(_ text: String, _ severity: DiagnosticSeverity) -> String {
    switch severity {
    case .error: context.style.failure(text)
    case .warning: context.style.match(text)
    case .suggestion: context.style.kind(text)
    case .notice: context.style.faint(text)
    }
  }
}
