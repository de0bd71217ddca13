internal import CrawlRules
internal import SiteAssociations
internal import SiteValidation
internal import StructuredData
internal import WebDocuments
internal import WebMarkup

/// A part of a report that the verdict says something of.
enum ReportSection: Hashable, CaseIterable {
  case page, robots, directives, deepLink, association, card, items

  /// The part that a finding belongs to; `nil` for what stands in the list of what to do alone.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding.
  ///   - document: What it was found in.
  init?(of diagnostic: Diagnostic, in document: SiteDocumentKind) {
    switch document {
    case .robots: self = .robots
    case .association, .assetLinks: self = .association
    case .sitemap: return nil
    case .page: self = Self.sections[diagnostic.rule] ?? .page
    }
  }

  private static let sections: [DiagnosticRule: ReportSection] = {
    let lists: [(ReportSection, [DiagnosticRule])] = [
      (.robots, [.blockedByRobots, .robotsUnreachable]),
      (.directives, DiagnosticRule.access + DiagnosticRule.canonical),
      (.deepLink, DiagnosticRule.deepLinks), (.association, DiagnosticRule.association),
      (
        .items,
        DiagnosticRule.jsonLD + DiagnosticRule.microdata + DiagnosticRule.rdfa
          + DiagnosticRule.vocabulary
      ),
      (
        .card,
        DiagnosticRule.titleDescriptionImage + DiagnosticRule.card + DiagnosticRule.openGraph
          + DiagnosticRule.twitterCard + DiagnosticRule.resources
      ),
    ]
    var sections: [DiagnosticRule: ReportSection] = [:]
    for (section, rules) in lists {
      for rule in rules where sections[rule] == nil { sections[rule] = section }
    }
    return sections
  }()
}

extension SiteReport {
  /// The errors of a part, those that cost most first.
  func errors(in section: ReportSection) -> [Diagnostic] {
    documents.flatMap { document in
      document.diagnostics.filter {
        $0.severity == .error && ReportSection(of: $0, in: document.kind) == section
      }
    }
  }
}
