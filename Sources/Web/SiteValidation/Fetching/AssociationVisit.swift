internal import FresnelPlatform
internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// The association file of a host, fetched as devices do.
struct AssociationVisit: Sendable {
  /// The host.
  let host: String
  /// By what it is known among the files of the validation; see ``AssociatedDomain/fileKey``.
  let key: String
  /// The file, or that there is none, with what was found.
  let document: SiteDocument
  /// Where it is; `nil` where there is none.
  let file: WebURL?

  /// What it says; `nil` where it can't be used.
  var association: SiteAssociation? {
    if case .association(let association) = document.reading { association } else { nil }
  }

  /// Asks a host for its file.
  ///
  /// - Parameters:
  ///   - host: The host.
  ///   - port: The port, where the entry of an app names one.
  ///   - page: The page, whose port counts where it is on this host.
  ///   - asksWithoutTLS: Whether a site without TLS is asked without it too.
  ///   - requests: Asks.
  /// - Returns: What came of it.
  static func make(
    host: String, port: UInt16? = nil, page: WebURL, asksWithoutTLS: Bool, _ requests: SiteRequests
  ) async -> AssociationVisit {
    let isPlain = asksWithoutTLS && page.scheme == "http"
    let isOwn = page.host == host && port == nil && (isPlain || page.scheme == "https")
    let key = port.map { "\(host):\($0)" } ?? host
    var search = AssociationSearch(
      host: host, port: isOwn ? page.port : port, isHTTPS: !isPlain, looksForSuffix: true,
      asksWithoutTLS: isPlain)
    while let url = search.next { search.take(await answer(url, requests)) }
    let name = isOwn ? page.origin : "\(isPlain ? "http" : "https")://\(key)"
    let path = "/.well-known/apple-app-site-association"
    switch search.result {
    case .found(let bytes, let place)?:
      let now = Int64(WallClock.secondsSince1970)
      let reading = AssociationReading(bytes, host: host, now: now)
      var document = SiteDocument(name: place.href, url: place, bytes: bytes, association: reading)
      document.add(search.diagnostics)
      return AssociationVisit(host: host, key: key, document: document, file: place)
    case .failed?, nil:
      let document = SiteDocument(
        name: name + path, url: WebURL(name + path) ?? page, bytes: [],
        reading: .missing(.association), diagnostics: search.diagnostics)
      return AssociationVisit(host: host, key: key, document: document, file: nil)
    }
  }

  private static func answer(_ url: WebURL, _ requests: SiteRequests) async -> AssociationAnswer {
    do throws(FetchError) {
      let response = try await requests.get(
        url, byteCount: AssociationReading.sizeLimit, takesPart: false)
      return .response(
        status: response.status, contentType: response.fields["content-type"],
        location: response.fields["location"], body: response.body)
    } catch {
      return .failure(AssociationAnswer.Failure(error))
    }
  }
}

extension AssociationAnswer.Failure {
  fileprivate init(_ error: FetchError) {
    switch error.code {
    case .dns: self = .hostUnknown
    case .timeout: self = .timeout
    case .certificate, .tls: self = .certificate(error.sentence)
    case .tooLarge: self = .tooLarge
    default: self = .notReached(error.sentence)
    }
  }
}

extension AssociatedDomain {
  /// By what the file that speaks for the entry is known: its host, and the port where one is named.
  var fileKey: String { port.map { "\(fileHost):\($0)" } ?? fileHost }
}
