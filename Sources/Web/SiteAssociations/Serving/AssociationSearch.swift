public import WebAddresses
public import WebDocuments

/// The search for a host's association file: which URL to ask for next, and what an answer means.
///
/// It asks for nothing itself. Its owner asks for ``next``, without following redirects, and gives the answer to
/// ``take(_:)``, until there is a ``result``.
public struct AssociationSearch: Sendable {
  /// What came of the search.
  public enum Result: Sendable {
    /// The file, and where it is.
    case found([UInt8], at: WebURL)
    /// There is none that may be used. The last good copy stays in use when the server or the way to it failed, and
    /// not when the server said something else.
    case failed(keepsLastCopy: Bool)
  }

  /// The URL to ask for; `nil` when the search is over.
  public private(set) var next: WebURL?
  /// What came of the search; `nil` as long as it goes on.
  public private(set) var result: Result?
  /// What was found.
  public private(set) var diagnostics: [Diagnostic] = []

  private let host: String
  private let port: UInt16?
  private let scheme: String
  private var places: [Place]

  private enum Place: String, Sendable {
    case wellKnown = "/.well-known/apple-app-site-association"
    case root = "/apple-app-site-association"
    case wellKnownJSON = "/.well-known/apple-app-site-association.json"
    case rootJSON = "/apple-app-site-association.json"

    var isMisnamed: Bool { self == .wellKnownJSON || self == .rootJSON }
  }

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - host: The host, in ASCII.
  ///   - port: The port, where it is not that of https.
  ///   - isHTTPS: Whether the site is asked over https; without it there is nothing to ask.
  ///   - looksForSuffix: Whether a file with `.json` behind its name is looked for, which is of no use to devices,
  ///     to tell the site's owner.
  ///   - asksWithoutTLS: Whether a site that is not asked over https is asked without it, to tell its owner what else
  ///     is wrong: for sites under development, as no device does.
  public init(
    host: String, port: UInt16? = nil, isHTTPS: Bool = true, looksForSuffix: Bool = false,
    asksWithoutTLS: Bool = false
  ) {
    self.host = host
    self.port = port
    scheme = isHTTPS ? "https" : "http"
    places = [.wellKnown, .root] + (looksForSuffix ? [.wellKnownJSON, .rootJSON] : [])
    if !isHTTPS, asksWithoutTLS {
      diagnostics.append(
        Diagnostic(
          .associationNotHTTPS,
          "The file of \(Diagnostic.excerpt(host)) is asked for without TLS; devices ask with it.",
          severity: .notice))
    }
    if isHTTPS || asksWithoutTLS {
      next = url(of: .wellKnown)
      if next == nil {
        fail(.associationHostUnknown, "\"\(Diagnostic.excerpt(host))\" is no host.", keeps: false)
      }
    } else {
      fail(
        .associationNotHTTPS, "The file of \(Diagnostic.excerpt(host)) is served without TLS.",
        keeps: false)
    }
  }

  /// Takes the answer for ``next``.
  public mutating func take(_ answer: AssociationAnswer) {
    guard let asked = next, let place = places.first else { return }
    switch answer {
    case .response(let status, _, _, _) where place.isMisnamed:
      if status == 200 {
        add(.associationJSONSuffix, "The file is at \(asked.href), where no device looks.")
      }
      goOn()
    // The site has said by now that it has no file.
    case .failure where place.isMisnamed: goOn()
    case .failure(let failure): takeFailure(failure, asked)
    case .response(let status, let contentType, let location, let body):
      take(status: status, contentType, location, body, place, asked)
    }
  }

  /// Notes that robots.txt would keep crawlers from the file, which changes nothing.
  public mutating func noteBlockedByRobots() {
    add(
      .associationBlockedByRobots,
      "robots.txt keeps crawlers from the file; devices ask for it all the same.")
  }

  private mutating func take(
    status: Int, _ contentType: String?, _ location: String?, _ body: [UInt8], _ place: Place,
    _ asked: WebURL
  ) {
    switch status {
    case 200:
      guard body.count <= AssociationReading.sizeLimit else {
        takeFailure(.tooLarge, asked)
        return
      }
      if place == .root {
        add(.associationServedFromRoot, "The file is at the root, and not in .well-known.")
      }
      noteType(contentType)
      next = nil
      result = .found(body, at: asked)
    case 404, 410: goOn()
    case 300...399:
      let target = location.map { " to \(Diagnostic.excerpt($0))" } ?? ""
      fail(
        .associationRedirect, "\(asked.href) sends elsewhere\(target) (status \(status)).",
        keeps: false)
    case 500...599:
      fail(
        .associationServerError, "The server failed with status \(status) for \(asked.href).",
        keeps: true)
    default:
      // A server that wants to be asked later has said nothing of the file.
      fail(
        .associationStatus, "The server answered with status \(status) for \(asked.href).",
        keeps: status == 408 || status == 429)
    }
  }

  private mutating func takeFailure(_ failure: AssociationAnswer.Failure, _ asked: WebURL) {
    let shown = Diagnostic.excerpt(asked.href)
    switch failure {
    case .hostUnknown:
      fail(.associationHostUnknown, "\(Diagnostic.excerpt(host)) has no address.", keeps: true)
    case .notReached(let reason):
      fail(
        .associationNotReached, "\(shown) could not be reached: \(Self.clause(reason)).",
        keeps: true)
    case .timeout: fail(.associationTimeout, "\(shown) did not answer in time.", keeps: true)
    case .certificate(let reason):
      fail(
        .associationCertificate,
        "The connection for \(shown) is not secure: \(Self.clause(reason)).", keeps: true)
    case .tooLarge:
      fail(
        .associationTooLarge,
        "\(shown) is larger than the \(AssociationReading.sizeLimit) bytes that devices read.",
        keeps: false)
    }
  }

  /// A reason as a part of a sentence: some are sentences of their own.
  private static func clause(_ reason: String) -> String {
    Diagnostic.excerpt(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
  }

  private mutating func goOn() {
    places.removeFirst()
    // The name without a suffix was missing everywhere when the others are looked for.
    next = places.first.flatMap { url(of: $0) }
    if next == nil {
      fail(
        .associationNotFound,
        "\(Diagnostic.excerpt(host)) has no association file in .well-known or at the root.",
        keeps: false)
    }
  }

  private mutating func noteType(_ contentType: String?) {
    let essence =
      (contentType ?? "").split(separator: ";", omittingEmptySubsequences: false)
      .first.map { $0.filter { !$0.isWhitespace }.lowercased() } ?? ""
    guard !["application/json", "application/pkcs7-mime"].contains(essence) else { return }
    let shown = essence.isEmpty ? "without a type" : "as \(Diagnostic.excerpt(essence))"
    add(.associationContentType, "The file is served \(shown), and not as application/json.")
  }

  private mutating func fail(_ rule: DiagnosticRule, _ message: String, keeps: Bool) {
    add(rule, message)
    next = nil
    result = .failed(keepsLastCopy: keeps)
  }

  private mutating func add(_ rule: DiagnosticRule, _ message: String) {
    diagnostics.append(Diagnostic(rule, message))
  }

  private func url(of place: Place) -> WebURL? {
    WebURL("\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(place.rawValue)")
  }
}
