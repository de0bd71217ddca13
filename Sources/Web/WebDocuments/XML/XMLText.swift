/// A text of XML, in UTF-8 whatever it came in.
package struct XMLText: Sendable {
  /// The text without a byte-order mark.
  package let bytes: [UInt8]
  /// The encoding that it came in.
  package let encoding: TextEncoding

  /// Takes bytes as they came, without the transfer's compression.
  ///
  /// The encoding is that of a byte-order mark, of the header, of the XML declaration, or UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - contentType: The value of the header `Content-Type`.
  package init(_ bytes: [UInt8], contentType: String? = nil) {
    let mark = TextEncoding.byteOrderMark(of: bytes)
    encoding =
      mark?.encoding
      ?? contentType.flatMap(ContentTypeCharset.find(inHeader:)).flatMap(TextEncoding.init(label:))
      ?? EncodingSniffer.declaredInXML(bytes) ?? .utf8
    let text = bytes[(mark?.count ?? 0)...]
    // What is no UTF-8 is an error of XML, so it is not repaired.
    self.bytes = encoding == .utf8 ? Array(text) : encoding.decode(text)
  }
}
