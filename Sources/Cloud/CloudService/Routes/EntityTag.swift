internal import WebServing

/// What tells one state of an answer from the next (RFC 9110, 8.8.3). It is a weak one: answers that mean the same
/// have the same.
struct EntityTag: Hashable, Sendable {
  /// The tag as headers have it.
  let text: String

  /// The tag of what an answer says: FNV-1a, 64 bits.
  init(of content: [UInt8]) {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in content { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = "W/\"\(String(sum, radix: 36))\""
  }

  /// Whether a client that sends `If-None-Match` has this state.
  func isKnown(by request: HTTPRequest) -> Bool {
    guard let known = request.header("If-None-Match") else { return false }
    return known == "*" || known.split(separator: ",").contains { strong($0) == strong(text[...]) }
  }

  /// A tag without what says that it is weak: here that makes no difference.
  private func strong(_ tag: Substring) -> Substring {
    let tag = tag.drop { $0 == " " }
    return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }
}

extension HTTPResponse {
  /// An answer that clients may keep for a minute, or the word that it is the one they have.
  static func cached(
    _ body: [UInt8], type: String, tag: EntityTag, for request: HTTPRequest
  ) -> HTTPResponse {
    var response =
      tag.isKnown(by: request)
      ? HTTPResponse(status: 304)
      : HTTPResponse(status: 200, headers: [HTTPHeader("Content-Type", type)], body: body)
    response.headers.append(HTTPHeader("ETag", tag.text))
    response.headers.append(HTTPHeader("Cache-Control", "public, max-age=60"))
    return response
  }
}
