package import WebAddresses
import WebFetching

/// The server of a public index that a person's questions go to, as they named it.
package struct WebSearchServer: Hashable, Sendable {
  /// Its address, to which the path of the search is added.
  package let url: WebURL

  /// What every request of every installation calls itself: no version, no system.
  private static let userAgent = "Fresnel"
  /// The most bytes of an answer, as sent and unpacked.
  private static let answerLimit = 256 << 10
  /// How many results are asked for. Those that stand above already are left out of them.
  private static let resultCount = 10

  /// Reads an address.
  ///
  /// - Parameter text: An https address; http does for this machine alone, since anybody between could read along.
  /// - Throws: ``WebSearchError`` that says what is wrong with it.
  package init(_ text: String) throws(WebSearchError) {
    guard let url = WebURL(text), url.isHTTP, let host = url.host, !host.isEmpty,
      url.username.isEmpty, url.password.isEmpty, url.query == nil, url.fragment == nil
    else {
      throw WebSearchError(
        .server, "The server has to be named by its address, as in https://search.example/.")
    }
    guard url.scheme == "https" || Self.isLoopback(host) else {
      throw WebSearchError(
        .server,
        "Questions to \(host) would be readable on the way: its address has to begin with https://."
      )
    }
    self.url = url
  }

  /// The host, and the port where that is not the usual one.
  package var name: String { (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }

  /// Whether a host is this machine by its very name.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    // The URL Standard writes every IPv4 address as four numbers.
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The address of a question: its words, that the last one may be the beginning of one, and how many results
  /// are wanted. Nothing else is ever in it.
  func address(of question: WebQuestion) -> WebURL? {
    var path = Array(url.path.utf8)
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path += Array("v1/search?q=".utf8)
    for byte in question.text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        path.append(byte)
      default: PercentEncoding.append(byte, to: &path)
      }
    }
    path += Array("&prefix=1&limit=\(Self.resultCount)".utf8)
    return WebURL(String(decoding: path, as: UTF8.self), base: url)
  }

  /// Where the fetcher may go for this server, and what it says of itself.
  var policy: FetchPolicy {
    var policy = FetchPolicy(userAgent: Self.userAgent)
    // Which kinds of packing the library was built with would tell machines apart.
    policy.encodings = "gzip"
    // With https the certificate proves who answers, also in the network here; without it, only this machine may.
    policy.addresses = url.scheme == "https" ? Set(AddressKind.allCases) : [.loopback]
    policy.ports = url.effectivePort.map { [$0] }
    policy.connections = 2
    policy.idleConnections = 1
    policy.limits.body = Self.answerLimit
    policy.limits.sentBody = Self.answerLimit
    policy.limits.head = 16 << 10
    return policy
  }
}
