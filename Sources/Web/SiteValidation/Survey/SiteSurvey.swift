package import WebAddresses
package import WebDocuments

/// What came of validating a whole site: its findings by template of page, with how often and where.
package struct SiteSurvey: Sendable {
  /// A rule that pages of a template break, or a document of the site.
  package struct Finding: Sendable {
    /// The rule.
    package let rule: DiagnosticRule
    /// How much it matters.
    package let severity: DiagnosticSeverity
    /// How many findings there are.
    package fileprivate(set) var count = 0
    /// On how many pages.
    package fileprivate(set) var pageCount = 0
    /// The first of them, each with the name of its page.
    package fileprivate(set) var examples: [(page: String, diagnostic: Diagnostic)] = []
    /// Whether it stands in the file of findings that are known.
    package internal(set) var isKnown = false
  }

  /// Pages of one template, or a document about the site.
  package struct Group: Sendable {
    /// What names it: the template, or what the document is and where.
    package let name: String
    /// The template; `nil` of a document about the site.
    package let template: PageTemplate?
    /// How many of its pages were looked at.
    package fileprivate(set) var pageCount = 0
    /// What was found, in order of effect.
    package internal(set) var findings: [Finding] = []
  }

  /// Why not every page was looked at.
  package enum Stop: String, Hashable, Sendable {
    /// The time was up.
    case time
    /// The bytes were used up.
    case bytes
    /// The site failed, or asked to be left alone, again and again.
    case failing
  }

  /// The address that was asked for.
  package let requested: WebURL
  /// How many addresses of the site its sitemaps list.
  package internal(set) var listedCount = 0
  /// How many of these robots.txt shuts out, so that they were not fetched.
  package internal(set) var blockedCount = 0
  /// How many were asked for.
  package internal(set) var pageCount = 0
  /// How many bytes came.
  package internal(set) var byteCount = 0
  /// How long it took.
  package internal(set) var duration = Duration.zero
  /// Why it ended before all pages that were chosen had been looked at; `nil` where they have.
  package internal(set) var stop: Stop?
  /// The documents about the site first, then templates, those with the most pages first.
  package internal(set) var groups: [Group] = []

  /// The most examples of a finding.
  private static let exampleLimit = 3

  /// Begins with nothing.
  init(_ requested: WebURL) { self.requested = requested }

  /// The greatest severity of the findings that are not known; a notice where there is none.
  package var worst: DiagnosticSeverity {
    groups.flatMap(\.findings).filter { !$0.isKnown }.map(\.severity).max() ?? .notice
  }

  /// How many kinds of findings of a severity there are that are not known.
  package func count(_ severity: DiagnosticSeverity) -> Int {
    groups.flatMap(\.findings).count { $0.severity == severity && !$0.isKnown }
  }

  /// Takes in a document that was looked at.
  mutating func add(_ document: SiteDocument, template: PageTemplate?) {
    let group = template?.name ?? "\(document.kind.title) \(document.name)"
    groups[place(of: group, template)].pageCount += 1
    add(document.diagnostics, on: document.name, toGroup: group, template)
  }

  /// Takes in findings about a page of a template.
  mutating func add(_ findings: [Diagnostic], on page: String, template: PageTemplate) {
    add(findings, on: page, toGroup: template.name, template)
  }

  private mutating func place(of name: String, _ template: PageTemplate?) -> Int {
    if let known = groups.firstIndex(where: { $0.name == name }) { return known }
    groups.append(Group(name: name, template: template))
    return groups.count - 1
  }

  private mutating func add(
    _ diagnostics: [Diagnostic], on page: String, toGroup group: String, _ template: PageTemplate?
  ) {
    let place = place(of: group, template)
    var seen = Set<Int>()
    for diagnostic in diagnostics {
      let known = groups[place].findings.firstIndex {
        $0.rule == diagnostic.rule && $0.severity == diagnostic.severity
      }
      let index = known ?? groups[place].findings.count
      if known == nil {
        groups[place].findings.append(
          Finding(rule: diagnostic.rule, severity: diagnostic.severity))
      }
      groups[place].findings[index].count += 1
      guard seen.insert(index).inserted else { continue }
      groups[place].findings[index].pageCount += 1
      if groups[place].findings[index].examples.count < Self.exampleLimit {
        groups[place].findings[index].examples.append((page, diagnostic))
      }
    }
  }

  /// Puts groups and findings into their order.
  mutating func arrange() {
    for place in groups.indices {
      groups[place].findings = groups[place].findings.enumerated().sorted { one, other in
        let (first, second) = (one.element, other.element)
        if first.severity != second.severity { return first.severity > second.severity }
        guard let a = first.examples.first, let b = second.examples.first else { return false }
        return FindingEffect.comesFirst(a.diagnostic, b.diagnostic) ?? (one.offset < other.offset)
      }.map(\.element)
    }
    groups = groups.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      if (first.template == nil) != (second.template == nil) { return first.template == nil }
      return first.pageCount == second.pageCount
        ? one.offset < other.offset : first.pageCount > second.pageCount
    }.map(\.element)
  }
}
