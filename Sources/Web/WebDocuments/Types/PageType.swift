/// Whether an answer is a page: by what its server says, and by its beginning where that says nothing.
package enum PageType {
  /// Whether an answer is a page of HTML.
  ///
  /// A server says nothing with no `Content-Type`, with one that names no type, and with the types that stand for an
  /// unknown one (MIME Sniffing Standard, section 7). What it calls anything else is that.
  ///
  /// - Parameters:
  ///   - contentType: The value of the header field `Content-Type`; `nil` where there is none.
  ///   - contentTypeOptions: The value of `X-Content-Type-Options`; `nil` where there is none.
  ///   - body: What the answer holds.
  /// - Returns: Whether it is one.
  package static func isPage(
    contentType: String?, contentTypeOptions: String?, body: [UInt8]
  ) -> Bool {
    switch essence(contentType) {
    case "text/html", "application/xhtml+xml": return true
    case nil, "unknown/unknown", "application/unknown", "*/*": break
    default: return false
    }
    let asksForNoSniffing =
      contentTypeOptions?.split(separator: ",").first?.filter { $0 != " " && $0 != "\t" }
      .lowercased() == "nosniff"
    switch SniffedType(of: body, findsMarkup: !asksForNoSniffing) {
    case .html: return true
    // XHTML names itself in its first tag.
    case .xml: return hasHTMLElement(body.prefix(SniffedType.byteCount))
    case .text, .binary: return false
    }
  }

  /// The type and subtype that a value names, in small letters; `nil` where it names none.
  package static func essence(_ contentType: String?) -> String? {
    let essence = (contentType ?? "").prefix { $0 != ";" }
      .filter { $0 != " " && $0 != "\t" }.lowercased()
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? essence : nil
  }

  /// Whether a tag `<html` stands in bytes.
  private static func hasHTMLElement(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = Array("<html".utf8)
    return bytes.indices.contains { place in
      guard bytes[place...].starts(with: name) else { return false }
      switch bytes.dropFirst(place - bytes.startIndex + name.count).first {
      case UInt8(ascii: ">"), 0x09, 0x0a, 0x0d, 0x20: return true
      default: return false
      }
    }
  }
}
