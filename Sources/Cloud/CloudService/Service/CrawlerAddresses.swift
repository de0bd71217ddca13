internal import CloudPages
internal import FresnelModel
internal import FresnelPlatform
internal import WebServing

/// The addresses that a crawler fetches from, so that others who call themselves by its name can be told from it.
package struct CrawlerAddresses: Hashable, Sendable {
  /// A network: an address and how many of its first bits count.
  package struct Prefix: Hashable, Sendable {
    /// The network in the usual form, such as `192.0.2.0/24`.
    package let text: String
    /// Whether it is of version 6.
    package let isVersion6: Bool

    /// Reads a network; an address alone is one of itself. `nil` for what is none, or has bits beyond those that count.
    ///
    /// - Parameter text: Such as `192.0.2.0/24`, `2001:db8::/48` or `192.0.2.7`.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), let address = NetworkAddress(String(parts[0]), port: 0)
      else { return nil }
      let bitCount = address.bytes.count * 8
      guard parts.count == 1 || parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = parts.count == 1 ? bitCount : Int(parts[1]), (1...bitCount).contains(length)
      else { return nil }
      let rest = (length..<bitCount).contains { bit in
        address.bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
      }
      guard !rest else { return nil }
      self.text = "\(parts[0])/\(length)"
      isVersion6 = bitCount == 128
    }
  }

  /// The networks; none where the operator names none.
  package var prefixes: [Prefix]

  /// Names networks.
  package init(_ prefixes: [Prefix] = []) { self.prefixes = prefixes }

  /// The networks in the form in which large crawlers publish theirs.
  var json: JSONValue {
    .object([
      JSONMember(
        "prefixes",
        .array(
          prefixes.map { prefix in
            .object([
              JSONMember(prefix.isVersion6 ? "ipv6Prefix" : "ipv4Prefix", .string(prefix.text))
            ])
          }))
    ])
  }
}

extension CloudService {
  /// Adds the list of the crawler's addresses, where the operator names them.
  mutating func addCrawlerAddresses() {
    guard !settings.crawlerAddresses.prefixes.isEmpty else { return }
    let body = Array((settings.crawlerAddresses.json.text(indented: true) + "\n").utf8)
    on("GET", CrawlerPage.addressesPath, isForPrograms: true) { request in
      var response = HTTPResponse.cached(
        body, type: "application/json", tag: EntityTag(of: body), for: request)
      response.allowsOtherSites()
      return response
    }
  }
}
