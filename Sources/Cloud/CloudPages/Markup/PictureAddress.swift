internal import WebAddresses

/// The address of a picture.
package struct PictureAddress: Hashable, Sendable {
  /// The address.
  let text: String

  /// Takes an address at another site, as browsers will read it.
  ///
  /// - Returns: `nil` unless it is of https: what isn't served safely is not shown on our pages.
  package init?(_ address: String) {
    guard let url = WebURL(address), url.scheme == "https" else { return nil }
    text = url.href
  }

  /// The picture of a page that the index holds, which the service fetches for who looks at it.
  ///
  /// - Parameter page: What names the page in the index.
  package init(ofPage page: String) {
    text = LinkTarget(path: "/picture", query: ["page": page]).text
  }
}
