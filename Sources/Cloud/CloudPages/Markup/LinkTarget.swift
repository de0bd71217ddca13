internal import WebAddresses

/// An address that a page may lead to.
package struct LinkTarget: Hashable, Sendable {
  /// The address.
  package let text: String

  private init(text: String) { self.text = text }

  /// The schemes of addresses that come from outside: pages, calls, mail and places.
  private static let schemes: Set<String> = ["http", "https", "tel", "mailto", "geo"]

  /// Takes an address that came from outside, as browsers will read it.
  ///
  /// - Returns: `nil` unless it is whole and of the scheme http, https, tel, mailto or geo.
  package init?(_ address: String) {
    guard let url = WebURL(address), Self.schemes.contains(url.scheme) else { return nil }
    text = url.href
  }

  /// A place of the service.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - query: The fields of the query.
  ///   - fragment: What on the page is shown.
  package init(
    path: StaticString, query: KeyValuePairs<String, String> = [:], fragment: String? = nil
  ) {
    let fields = query.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
    text =
      path.description + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
      + (fragment.map { "#" + Self.escaped($0) } ?? "")
  }

  /// Something on the same page.
  package init(fragment: String) { text = "#" + Self.escaped(fragment) }

  /// A page of the web in the app that it belongs to, where that is installed (else in the browser).
  ///
  /// - Returns: `nil` unless the address is of http or https.
  package static func inApp(_ address: String) -> LinkTarget? {
    web(address).map { LinkTarget(text: "fresnel-open:\($0)") }
  }

  /// An app in the software centre, which opens a page once it is installed.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the app in AppStream.
  ///   - address: The address of the page.
  /// - Returns: `nil` unless the address is of http or https, and the identifier is one.
  package static func getting(_ identifier: String, for address: String) -> LinkTarget? {
    let isIdentifier =
      !identifier.isEmpty
      && identifier.utf8.allSatisfy { isUnreserved($0) && $0 != UInt8(ascii: "~") }
    guard isIdentifier, let page = web(address) else { return nil }
    return LinkTarget(text: "fresnel-open:get/\(identifier)/\(page)")
  }

  /// An address of http or https, as browsers will read it.
  private static func web(_ address: String) -> String? {
    guard let url = WebURL(address), url.isHTTP else { return nil }
    return url.href
  }

  /// A text as part of an address.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
