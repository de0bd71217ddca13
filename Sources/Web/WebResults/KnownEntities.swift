internal import WebAddresses

/// What is shown already, by the addresses that name it, so that the web does not show it again.
package struct KnownEntities: Hashable, Sendable {
  private var keys: Set<String> = []

  /// Knows nothing yet.
  package init() {}

  /// Takes in what names a thing: its page, its content, or an identifier, which counts if it is an address.
  package mutating func insert(_ address: String) {
    if let key = Self.key(address) { keys.insert(key) }
  }

  /// The results that are not known, none of them twice.
  ///
  /// - Parameters:
  ///   - results: The results, best first.
  ///   - limit: The most of them.
  /// - Returns: Those that are left, in their order.
  package func unknown(of results: [WebResult], atMost limit: Int) -> [WebResult] {
    var seen = keys
    var unknown: [WebResult] = []
    for result in results where unknown.count < limit {
      let names = [result.url.href, result.deepLink].compactMap { $0.flatMap(Self.key) }
      guard seen.isDisjoint(with: names) else { continue }
      seen.formUnion(names)
      unknown.append(result)
    }
    return unknown
  }

  /// What spellings of one address share; http and https are taken for one.
  private static func key(_ address: String) -> String? {
    guard address.contains(":"), let url = WebURL(address) else { return nil }
    guard url.isHTTP else { return url.href }
    return String(url.crawlKey.drop { $0 != ":" })
  }
}
