extension WebURL {
  /// What identifies the page in the index: the address in a form that spellings of one address share.
  ///
  /// On top of the serialised form: user, password and fragment are dropped, escapes of characters that need
  /// none are undone, those that stay are in capitals, characters that RFC 3986 wants escaped are, an empty query
  /// and empty items of it are dropped, and so are parameters that only tell where a visitor came from
  /// (``isTrackingParameter(_:)``). The order of the query stays.
  ///
  /// `http` and `https` give two keys: that they show one page has to be seen first.
  public var crawlKey: String {
    var key: [UInt8] = []
    key.reserveCapacity(href.utf8.count)
    append(0, marks.schemeEnd + 1, to: &key)
    if marks.hasHost {
      key.append(contentsOf: "//".utf8)
      append(marks.hostStart, marks.authorityEnd, to: &key)
    }
    append(marks.authorityEnd, marks.pathStart, to: &key)
    Self.appendNormalized(bytes(marks.pathStart, marks.pathEnd), to: &key)
    if marks.pathEnd < marks.queryEnd {
      var separator = UInt8(ascii: "?")
      let query = bytes(marks.pathEnd + 1, marks.queryEnd)
      for item in query.split(separator: UInt8(ascii: "&")) where !Self.isTrackingItem(item) {
        key.append(separator)
        Self.appendNormalized(item, to: &key)
        separator = UInt8(ascii: "&")
      }
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// Whether a query's parameter only tells where a visitor came from, and so doesn't count for the identity of
  /// a page: `utm_*` and the click numbers of advertisers and mailings.
  ///
  /// - Parameter name: The name without escapes.
  /// - Returns: Whether it is such a parameter.
  public static func isTrackingParameter(_ name: String) -> Bool {
    name.hasPrefix("utm_") || trackingParameters.contains(name)
  }

  private static let trackingParameters: Set<String> = [
    "fbclid", "gclid", "igshid", "mc_cid", "mc_eid", "msclkid", "yclid",
  ]

  /// Whether the address has a parameter that ``crawlKey`` leaves out.
  public var hasTrackingParameters: Bool {
    queryItems.contains { Self.isTrackingParameter($0.name) }
  }

  private static func isTrackingItem(_ item: ArraySlice<UInt8>) -> Bool {
    let name = item.prefix { $0 != UInt8(ascii: "=") }
    return !name.isEmpty
      && isTrackingParameter(String(decoding: PercentEncoding.decode(name), as: UTF8.self))
  }

  /// Appends text with escapes of unreserved characters undone, the others in capitals, and what has to be
  /// escaped escaped: a `%` that begins no escape too.
  private static func appendNormalized(_ bytes: ArraySlice<UInt8>, to key: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"),
        let escaped = PercentEncoding.escape(in: bytes, at: index)
      {
        if isUnreserved(escaped) {
          key.append(escaped)
        } else {
          PercentEncoding.append(escaped, to: &key)
        }
        index += 3
      } else {
        if ByteSet.neverInPathOrQuery.contains(bytes[index]) {
          PercentEncoding.append(bytes[index], to: &key)
        } else {
          key.append(bytes[index])
        }
        index += 1
      }
    }
  }

  /// Whether a character means the same escaped or not (RFC 3986, 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isLetter || byte.isDigit
    }
  }

  private func append(_ start: UInt32, _ end: UInt32, to key: inout [UInt8]) {
    key.append(contentsOf: bytes(start, end))
  }

  private func bytes(_ start: UInt32, _ end: UInt32) -> ArraySlice<UInt8> {
    Array(href.utf8.dropFirst(Int(start)).prefix(Int(end - start)))[...]
  }
}
