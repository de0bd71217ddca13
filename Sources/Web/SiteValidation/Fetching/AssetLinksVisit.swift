internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// The `assetlinks.json` of an origin, fetched.
enum AssetLinksVisit {
  /// Asks an origin for its file.
  ///
  /// - Returns: The file, with what was found; `nil` where there is none.
  static func make(origin: String, _ requests: SiteRequests) async -> SiteDocument? {
    guard let place = WebURL(origin + AssetLinks.path),
      let response = try? await requests.get(
        place, accept: "application/json", byteCount: AssetLinksReading.sizeLimit)
    else { return nil }
    if (300..<400).contains(response.status) {
      return SiteDocument(
        name: place.href, url: place, bytes: [], reading: .missing(.assetLinks),
        diagnostics: [
          Diagnostic(
            .associationRedirect, "\(Diagnostic.excerpt(place.href)) sends elsewhere.")
        ])
    }
    guard response.status == 200, response.truncation == nil else { return nil }
    var document = SiteDocument(
      name: place.href, url: place, bytes: response.body,
      assetLinks: AssetLinksReading(response.body))
    if response.mediaType != "application/json" {
      document.add([
        Diagnostic(
          .associationContentType,
          "The file is served as \(Diagnostic.excerpt(response.mediaType ?? "nothing")), "
            + "and not as application/json.")
      ])
    }
    return document
  }
}
