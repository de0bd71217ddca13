internal import CrawlRules
internal import WebAddresses
internal import WebDocuments
internal import WebFetching
internal import WebMarkup

/// The way to a page, redirection by redirection, and what was found on it.
struct PageVisit: Sendable {
  /// The addresses that were asked, in order.
  private(set) var hops: [SiteHop] = []
  /// The answer with the page; `nil` where it could not be had.
  private(set) var response: FetchResponse?
  /// The page; `nil` where it could not be had, or the document is another one.
  private(set) var page: PageReading?
  /// What was found on the way.
  private(set) var diagnostics: [Diagnostic] = []

  /// The most redirections that are followed, as the crawler does.
  static let redirectionLimit = 5
  private static let accept =
    "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1"

  /// The address that was asked last.
  var url: WebURL? { hops.last?.url }

  /// Goes to a page.
  static func make(
    _ url: WebURL, _ requests: SiteRequests, _ plan: SiteValidationPlan
  ) async -> PageVisit {
    var visit = PageVisit()
    var seen = Set<String>()
    var next: WebURL? = url
    while let address = next {
      guard visit.hops.count <= redirectionLimit,
        seen.insert(address.withoutFragment.href).inserted
      else {
        visit.noteLoop(to: address, isCircle: visit.hops.count <= redirectionLimit)
        break
      }
      next = await visit.ask(address, requests, plan)
    }
    visit.noteRedirections()
    return visit
  }

  /// Asks for one address, and says which comes next.
  private mutating func ask(
    _ url: WebURL, _ requests: SiteRequests, _ plan: SiteValidationPlan
  ) async -> WebURL? {
    let response: FetchResponse
    do throws(FetchError) {
      response = try await requests.get(url, accept: Self.accept, byteCount: plan.byteCount)
    } catch {
      diagnostics.append(error.finding)
      hops.append(SiteHop(url, .failure(error.sentence + ".")))
      return nil
    }
    noteTime(response, plan)
    switch response.status {
    case 200..<300: return read(response, plan)
    case 301, 302, 303, 307, 308:
      guard let target = response.redirection?.withoutCredentials, target.isHTTP else {
        report(.httpStatus, "\(shown(url)) redirects to no page of the web.")
        break
      }
      hops.append(SiteHop(url, .redirection(to: target), response))
      return Self.keepingFragment(of: url, target)
    default: report(.httpStatus, "\(shown(url)) answers with status \(response.status).")
    }
    hops.append(SiteHop(url, .refused, response))
    return nil
  }

  /// Reads an answer with a document, which may send on after all.
  private mutating func read(
    _ response: FetchResponse, _ plan: SiteValidationPlan
  ) -> WebURL? {
    let url = response.url
    if response.kind == .page, response.isPage {
      let page = PageReading(
        response.body, url: url,
        headers: response.fields.all.map { HeaderField($0.name, $0.value) })
      if let refresh = page.links.refresh, refresh.isRedirect,
        refresh.url.crawlKey != url.crawlKey
      {
        let target = refresh.url.withoutCredentials
        hops.append(SiteHop(url, .refresh(to: target), response))
        return target
      }
      self.page = page
      noteType(response)
    } else if response.kind == .page {
      let what =
        response.mediaType.map { "is served as \(Diagnostic.excerpt($0)), and is no page" }
        ?? "is served without a Content-Type, and doesn't begin as a page does"
      report(.pageContentType, "\(shown(url)) \(what).", .error)
    }
    noteTruncation(response, plan)
    hops.append(SiteHop(url, .page, response))
    self.response = response
    return nil
  }

  // MARK: - Findings

  private func shown(_ url: WebURL) -> String { Diagnostic.excerpt(url.href) }

  private mutating func report(
    _ rule: DiagnosticRule, _ message: String, _ severity: DiagnosticSeverity? = nil
  ) {
    diagnostics.append(Diagnostic(rule, message, subject: "url", severity: severity))
  }

  private mutating func noteTime(_ response: FetchResponse, _ plan: SiteValidationPlan) {
    guard response.timing.answering > plan.patience else { return }
    let tenths = response.timing.answering / .milliseconds(100)
    report(
      .slowResponse,
      "\(shown(response.url)) took \((tenths.rounded() / 10)) seconds to answer.")
  }

  private mutating func noteType(_ response: FetchResponse) {
    guard response.mediaType == nil else { return }
    report(.pageContentType, "\(shown(response.url)) is served without a Content-Type.")
  }

  private mutating func noteTruncation(_ response: FetchResponse, _ plan: SiteValidationPlan) {
    switch response.truncation {
    case nil: break
    case .tooLarge?, .tooLargeAsSent?:
      report(
        .pageTooLarge,
        "The page is larger than the \(plan.byteCount) bytes that are fetched.")
    case .timedOut?: report(.fetchTimeout, "The page didn't end in time; its beginning was read.")
    case .cutOff?, .damagedEncoding?:
      report(.fetchConnect, "The page broke off; what came of it was read.")
    }
  }

  private mutating func noteLoop(to url: WebURL, isCircle: Bool) {
    report(
      .redirectLoop,
      isCircle
        ? "The redirections lead back to \(shown(url))."
        : "More than \(Self.redirectionLimit) redirections lead on, the last one to \(shown(url)).")
  }

  private mutating func noteRedirections() {
    let moved = hops.filter { $0.target != nil }
    guard let first = moved.first, let last = moved.last?.target, !moved.isEmpty else { return }
    let count = moved.count == 1 ? "" : " in \(moved.count) steps"
    report(.redirect, "\(shown(first.url)) leads to \(shown(last))\(count).")
  }

  /// A fragment goes on with a redirection that names none.
  private static func keepingFragment(of url: WebURL, _ target: WebURL) -> WebURL {
    guard let fragment = url.fragment, target.fragment == nil else { return target }
    return WebURL("\(target.href)#\(fragment)") ?? target
  }
}

extension FetchResponse {
  /// The media type without parameters, in lower case; `nil` where none is named.
  var mediaType: String? { PageType.essence(fields["Content-Type"]) }

  /// Whether it is a page, by what its server says; where that says nothing, by its beginning, as the crawler takes it.
  fileprivate var isPage: Bool {
    PageType.isPage(
      contentType: fields["Content-Type"], contentTypeOptions: fields["X-Content-Type-Options"],
      body: body)
  }

  /// What the document is: by its type a page, else by its name and beginning.
  var kind: SiteDocumentKind {
    if let type = mediaType, type == "text/html" || type == "application/xhtml+xml" { return .page }
    let name = url.path.split(separator: "/").last.map(String.init) ?? ""
    return SiteDocumentKind(name: name, bytes: body)
  }
}

extension SiteHop {
  /// An address that was asked.
  fileprivate init(_ url: WebURL, _ outcome: Outcome, _ response: FetchResponse? = nil) {
    self.init(
      url: url, outcome: outcome, status: response?.status, version: response?.version.rawValue,
      contentType: response?.fields["Content-Type"], byteCount: response?.body.count ?? 0,
      answering: response?.timing.answering, robots: nil)
  }
}
