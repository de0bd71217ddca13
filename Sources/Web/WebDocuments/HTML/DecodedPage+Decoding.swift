extension DecodedPage {
  /// Finds the encoding of a page, and decodes it.
  ///
  /// What says the encoding is, in this order: a byte-order mark, the header, the page in its first 1,024 bytes;
  /// else it is UTF-8 where the bytes are that, and windows-1252 where they are not.
  ///
  /// - Parameters:
  ///   - page: The bytes as they came, without the transfer's compression.
  ///   - contentType: The value of the header `Content-Type`.
  ///   - limits: What bounds the reading.
  /// - Returns: The text, with findings about its encoding and its size.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func decode(
    _ page: [UInt8], contentType: String? = nil, limits: HTMLLimits = .standard
  ) -> DecodedPage {
    let mark = TextEncoding.byteOrderMark(of: page)
    let header = contentType.flatMap(ContentTypeCharset.find(inHeader:))
    let headerEncoding = header.flatMap(TextEncoding.init(label:))
    let said = EncodingSniffer.sniff(page)
    var diagnostics: [Diagnostic] = []
    for label in [headerEncoding == nil ? header : nil, said.unknownLabel].compactMap(\.self) {
      diagnostics.append(
        Diagnostic(
          .encodingUnknown, "\"\(Diagnostic.excerpt(label))\" is the name of no known encoding."))
    }

    let bytes = page[min(mark?.count ?? 0, page.count)...].prefix(limits.byteCount)
    if bytes.endIndex < page.count {
      diagnostics.append(
        Diagnostic(
          .tooLarge, "The page has more than \(limits.byteCount) bytes; what follows is left out."))
    }
    // What was cut may end within a character.
    let invalid = bytes.firstInvalidUTF8(mayBeCut: bytes.endIndex < page.count)
    let declared = mark?.encoding ?? headerEncoding ?? said.encoding
    let encoding = declared ?? (invalid == nil ? .utf8 : .windows1252)
    diagnostics += contradictions(mark?.encoding, headerEncoding, said.encoding)
    if declared == .utf8, let invalid {
      diagnostics.append(
        Diagnostic(
          .encodingMismatch, "The page says that it is in UTF-8, and is not from here on.",
          at: LineIndex(page).location(of: invalid)))
    }
    if declared == nil, let invalid {
      diagnostics.append(
        Diagnostic(
          .encodingUnknown,
          "The page does not say its encoding and is not in UTF-8; it is read as windows-1252.",
          at: LineIndex(page).location(of: invalid)))
    }
    let isWhole = encoding == .utf8 && invalid == nil && bytes.endIndex == page.count
    return DecodedPage(
      text: isWhole ? mark == nil ? page : Array(bytes) : encoding.decode(bytes),
      encoding: encoding,
      diagnostics: diagnostics)
  }

  private static func contradictions(
    _ mark: TextEncoding?, _ header: TextEncoding?, _ page: TextEncoding?
  ) -> [Diagnostic] {
    let sayings = [("byte-order mark", mark), ("header", header), ("page itself", page)]
      .compactMap { place, encoding in encoding.map { (place: place, encoding: $0) } }
    guard let first = sayings.first else { return [] }
    return sayings.dropFirst().filter { $0.encoding != first.encoding }.map { other in
      Diagnostic(
        .encodingMismatch,
        "The \(first.place) says \(first.encoding.name), the \(other.place) \(other.encoding.name); the first counts."
      )
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where bytes begin that are no UTF-8; `nil` when all are.
  fileprivate func firstInvalidUTF8(mayBeCut: Bool) -> Int? {
    if withUnsafeBufferPointer(\.isUTF8) { return nil }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      let isCut =
        mayBeCut && error.kind == .truncatedScalar && error.byteOffsets.upperBound == count
      return isCut ? nil : startIndex + error.byteOffsets.lowerBound
    }
  }
}
