internal import CommandKit
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments

/// Prints what was found on a whole site, template by template.
struct SurveyPrinter {
  private let context: CommandContext

  /// Prints to a command's console.
  init(_ context: CommandContext) { self.context = context }

  /// Prints a report; of findings that are known only how many there are.
  func print(_ survey: SiteSurvey, isSummary: Bool) {
    let style = context.style
    context.console.writeLine(style.strong(withoutControls(survey.requested.href)))
    var parts = [
      "\(counted(survey.pageCount, "page")) looked at",
      survey.listedCount == 0
        ? "none listed in sitemaps" : "\(formatted(count: survey.listedCount)) listed in sitemaps",
      formatted(byteCount: survey.byteCount),
      "in \(formatted(seconds: survey.duration / .seconds(1)))",
    ]
    if survey.blockedCount > 0 {
      parts.append("\(formatted(count: survey.blockedCount)) shut out by robots.txt")
    }
    write(parts.joined(separator: ", "), depth: 1)
    if let stop = survey.stop { write(Self.words(stop), depth: 1) }
    if survey.groups.flatMap(\.findings).contains(where: { $0.rule == .fetchRefused }) {
      write("fresnel validate --local --site asks this machine and its network too", depth: 1)
    }
    for group in survey.groups { print(group, isSummary: isSummary) }
    let counts = DiagnosticSeverity.allCases.reversed().compactMap { severity in
      let count = survey.count(severity)
      return count > 0 ? counted(count, severity.name) : nil
    }
    let known = survey.groups.flatMap(\.findings).count(where: \.isKnown)
    let others = known > 0 ? "; \(formatted(count: known)) known" : ""
    context.console.writeLine("")
    write((counts.isEmpty ? "nothing to say" : counts.joined(separator: ", ")) + others, depth: 0)
  }

  private func print(_ group: SiteSurvey.Group, isSummary: Bool) {
    let new = group.findings.filter { !$0.isKnown && $0.severity > .notice }
    let notices = group.findings.filter { !$0.isKnown && $0.severity == .notice }
    if isSummary, new.isEmpty { return }
    context.console.writeLine("")
    let count = group.template == nil ? "" : "  \(counted(group.pageCount, "page"))"
    context.console.writeLine(
      context.style.kind(withoutControls(group.name)) + context.style.faint(count))
    if new.isEmpty { write("nothing to do", depth: 1) }
    for finding in new + (isSummary ? [] : notices) {
      let pages = group.template == nil ? "" : " on \(counted(finding.pageCount, "page"))"
      let times = finding.count > 1 ? ", \(finding.count) times" : ""
      write("\(finding.severity.name) \(finding.rule.code)\(pages)\(times)", depth: 1)
      guard !isSummary else { continue }
      // What is merely to be known needs no remedy, and one example.
      let isNotice = finding.severity == .notice
      if !isNotice { write(finding.rule.remedy, depth: 2) }
      for (page, diagnostic) in finding.examples.prefix(isNotice ? 1 : .max) {
        let line = diagnostic.location.map { ", line \($0.line)" } ?? ""
        write("\(page)\(line): \(diagnostic.message)", depth: 3)
      }
    }
  }

  /// Why not all pages were looked at, as part of a sentence.
  static func words(_ stop: SiteSurvey.Stop) -> String {
    switch stop {
    case .time: "the time was up before all pages were looked at (--time gives more)"
    case .bytes: "as many bytes came as a validation takes, so the other pages were not looked at"
    case .failing: "the site failed several times in a row, so nothing more was asked of it"
    }
  }

  private func write(_ text: String, depth: Int) {
    context.console.writeLine(
      wrapped(
        withoutControls(text), width: max(40, min(100, context.console.columns)),
        indent: String(repeating: "  ", count: depth)))
  }
}
