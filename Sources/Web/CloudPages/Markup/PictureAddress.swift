internal import WebAddresses

/// The address of a picture of another site.
package struct PictureAddress: Hashable, Sendable {
  /// The address.
  let text: String

  /// Takes an address as browsers will read it.
  ///
  /// - Returns: `nil` unless it is of https: what isn't served safely is not shown on our pages.
  package init?(_ address: String) {
    guard let url = WebURL(address), url.scheme == "https" else { return nil }
    text = url.href
  }
}
