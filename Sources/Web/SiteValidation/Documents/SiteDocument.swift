package import WebAddresses
package import WebDocuments
package import WebMarkup

/// A document of a site, and what was found in it and about it.
package struct SiteDocument: Sendable {
  /// What a person knows it by: its path, or its address where it was fetched.
  package let name: String
  /// What it is.
  package let kind: SiteDocumentKind
  /// Where it is served.
  package let url: WebURL
  /// What is in it; empty when it could not be had.
  package let bytes: [UInt8]
  /// What became of reading it.
  package let reading: Reading
  /// What was found.
  package private(set) var diagnostics: [Diagnostic]

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - name: What a person knows it by.
  ///   - url: Where it is served.
  ///   - bytes: What is in it.
  ///   - reading: What became of reading it.
  ///   - diagnostics: What was found.
  init(
    name: String, url: WebURL, bytes: [UInt8], reading: Reading, diagnostics: [Diagnostic] = []
  ) {
    self.name = name
    self.url = url
    self.bytes = bytes
    self.reading = reading
    kind = reading.kind
    self.diagnostics = diagnostics.inOrderOfEffect
  }

  /// The reading of a page; `nil` for other documents, and for a page that could not be had.
  package var page: PageReading? {
    if case .page(let page) = reading { page } else { nil }
  }

  /// How many findings there are of a severity.
  package func count(_ severity: DiagnosticSeverity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Adds findings; each counts once.
  mutating func add(_ findings: [Diagnostic]) {
    let new = findings.filter { !diagnostics.contains($0) }
    if !new.isEmpty { diagnostics = (diagnostics + new).inOrderOfEffect }
  }
}
