internal import WebAddresses
internal import WebDocuments
internal import WebFetching
internal import WebMarkup

/// The page that another one names as the one it is known by.
enum CanonicalVisit {
  /// The most bytes of it that are fetched.
  private static let byteCount = 1 << 20

  /// The address that a page names as canonical, where that is another one.
  static func target(of page: PageReading) -> WebURL? {
    guard page.canonical.source != .page || page.canonical.claimedElsewhere != nil else {
      return nil
    }
    let target = page.canonical.claimedElsewhere ?? page.canonical.url
    return target.crawlKey == page.url.crawlKey ? nil : target
  }

  /// Asks for it: it has to be a page that may be shown.
  static func findings(_ url: WebURL, _ requests: SiteRequests) async -> [Diagnostic] {
    let shown = "The canonical address \(Diagnostic.excerpt(url.withoutCredentials.href))"
    func finding(_ rule: DiagnosticRule, _ message: String) -> [Diagnostic] {
      [Diagnostic(rule, "\(shown) \(message).", subject: "link[rel=canonical]")]
    }
    do throws(FetchError) {
      let response = try await requests.get(url, accept: "text/html", byteCount: byteCount)
      if let target = response.redirection?.withoutCredentials {
        return finding(.canonicalError, "redirects to \(Diagnostic.excerpt(target.href))")
      }
      guard (200..<300).contains(response.status) else {
        return finding(.canonicalError, "answers with status \(response.status)")
      }
      let page = PageReading(
        response.body, url: url,
        headers: response.fields.all.map { HeaderField($0.name, $0.value) })
      return page.directives.isIndexed
        ? [] : finding(.canonicalNoindex, "is a page that is not to be indexed")
    } catch {
      return finding(.canonicalError, "can't be had: \(error.sentence)")
    }
  }
}
