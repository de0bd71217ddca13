public import WebAddresses
internal import WebDocuments

/// The address that a page is known by.
public struct CanonicalLink: Hashable, Sendable {
  /// Where it comes from.
  public enum Source: String, Hashable, Sendable {
    /// A `link` with `rel=canonical`.
    case link
    /// A `Link` header field.
    case header
    /// `og:url`.
    case openGraph = "og:url"
    /// The address that the page was served at.
    case page
  }

  /// The address, without fragment.
  public let url: WebURL
  /// Where it comes from.
  public let source: Source
  /// The address on another host that the page names as canonical. It counts once that page was fetched and is
  /// alike; until then ``url`` is of this page.
  public let claimedElsewhere: WebURL?
}

extension CanonicalLink {
  /// Finds the address that a page is known by.
  ///
  /// - Parameters:
  ///   - page: What was found on the page.
  ///   - url: The address that the page was served at.
  ///   - base: What its addresses are relative to.
  ///   - openGraphURL: What `og:url` says, resolved.
  ///   - isIndexed: Whether the page may be indexed.
  ///   - diagnostics: Takes what is wrong.
  /// - Returns: The address.
  static func read(
    _ page: PageElements, url: WebURL, base: WebURL, openGraphURL: WebURL?, isIndexed: Bool,
    _ diagnostics: inout [Diagnostic]
  ) -> CanonicalLink {
    let own = url.withoutFragment
    let candidates = page.links.filter { $0.rel.contains("canonical") }.compactMap { link in
      check(link, base, &diagnostics).map { (link: link, url: $0) }
    }
    if let first = candidates.first, !isIndexed {
      diagnostics.append(
        Diagnostic(
          .canonicalNoindex, "The page names a canonical address and is not to be indexed.",
          at: first.link.location, subject: subject))
    }
    var elsewhere: WebURL?
    if let other = candidates.first(where: { $0.url != candidates[0].url }) {
      diagnostics.append(
        Diagnostic(
          .canonicalConflict,
          "The page names \(quoted(candidates[0].url.href)) and \(quoted(other.url.href)); neither counts.",
          at: other.link.location ?? candidates[0].link.location, subject: subject))
    } else if let only = candidates.first {
      if only.url.host == url.host {
        let source: Source = only.link.place == .header ? .header : .link
        return CanonicalLink(url: only.url, source: source, claimedElsewhere: nil)
      }
      elsewhere = only.url
      diagnostics.append(
        Diagnostic(
          .canonicalCrossHost,
          "The canonical address \(quoted(only.url.href)) is on another host than the page.",
          at: only.link.location, subject: subject))
    }
    if let openGraphURL, isSamePage(openGraphURL, as: own) {
      return CanonicalLink(
        url: openGraphURL.withoutFragment, source: .openGraph, claimedElsewhere: elsewhere)
    }
    let tracking = own.queryItems.map(\.name).filter(WebURL.isTrackingParameter)
    if !tracking.isEmpty {
      diagnostics.append(
        Diagnostic(
          .urlTrackingParameters,
          "The address has \(tracking.prefix(4).map(quoted).joined(separator: ", ")), without which it is the same page.",
          subject: "url"))
    }
    return CanonicalLink(url: own, source: .page, claimedElsewhere: elsewhere)
  }

  private static let subject = "link[rel=canonical]"

  /// The address of a canonical link, when it counts.
  private static func check(
    _ link: LinkElement, _ base: WebURL, _ diagnostics: inout [Diagnostic]
  ) -> WebURL? {
    func report(_ rule: DiagnosticRule, _ message: String) {
      diagnostics.append(Diagnostic(rule, message, at: link.location, subject: subject))
    }
    if case .body = link.place {
      report(.canonicalInBody, "A canonical link stands in body, where it doesn't count.")
      return nil
    }
    let text = HTMLText.trimmed(link.href)
    if text.isEmpty {
      report(.canonicalEmpty, "The canonical link has an empty address.")
      return nil
    }
    guard let url = WebURL(text, base: base), url.isHTTP else {
      report(.canonicalError, "The canonical address \(quoted(text)) is none of the web.")
      return nil
    }
    if WebURL(text) == nil {
      report(
        .canonicalRelative, "The canonical address \(quoted(text)) is relative to the page's.")
    }
    guard url.fragment == nil else {
      report(.canonicalFragment, "The canonical address \(quoted(text)) has a fragment.")
      return nil
    }
    return url
  }

  /// Whether an address may stand for the page without being named as canonical: it differs in the query or in
  /// the host within one registrable domain only.
  private static func isSamePage(_ other: WebURL, as own: WebURL) -> Bool {
    guard other.isHTTP, other.path == own.path, let host = other.host, let ownHost = own.host else {
      return false
    }
    return host == ownHost || other.registrableDomain.map { $0 == own.registrableDomain } ?? false
  }
}
