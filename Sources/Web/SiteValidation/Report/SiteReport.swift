package import WebAddresses
package import WebDocuments

/// What came of validating a site: of a page that was fetched, of files, or of what somebody pasted.
package struct SiteReport: Sendable {
  /// The address that was asked for; `nil` where nothing was fetched.
  package let requested: WebURL?
  /// The documents that were looked at, with all findings: pages first, then what tells machines about their site.
  /// Of a page that was asked for there is always one, also where it could not be had.
  package let documents: [SiteDocument]
  /// How the page was reached, address by address; empty where nothing was fetched.
  package let hops: [SiteHop]
  /// What robots.txt says of the page; `nil` where nobody looked, or there are several pages.
  package let access: SiteAccess?
  /// How the page's site and apps go together; `nil` where nobody looked, or no association file is there.
  package let apps: SiteApps?
  /// The pictures and recordings of the card, and whether they could be had.
  package let resources: [SiteResource]
  /// How long the validation took; `nil` where nothing was fetched.
  package let duration: Duration?
  /// What to do about the findings, in order of effect; notices ask for nothing.
  package let tasks: [SiteTask]

  /// Puts the parts of a report together.
  init(
    requested: WebURL? = nil, documents: [SiteDocument], hops: [SiteHop] = [],
    access: SiteAccess? = nil, apps: SiteApps? = nil, resources: [SiteResource] = [],
    duration: Duration? = nil
  ) {
    self.requested = requested
    self.documents = documents
    self.hops = hops
    self.access = access
    self.apps = apps
    self.resources = resources
    self.duration = duration
    tasks = SiteTask.all(of: documents)
  }

  /// Whether the host of the page answered.
  package var isReached: Bool { hops.last?.status != nil }

  /// The page; where there are several, the first.
  package var page: SiteDocument? { documents.first { $0.kind == .page } }

  /// The greatest severity of the findings; a notice where there is none.
  package var worst: DiagnosticSeverity {
    documents.flatMap(\.diagnostics).map(\.severity).max() ?? .notice
  }

  /// How many findings there are of a severity.
  package func count(_ severity: DiagnosticSeverity) -> Int {
    documents.reduce(0) { $0 + $1.count(severity) }
  }
}
