internal import CExpat

/// Reads a text of XML that comes in pieces, so that no more of it than a piece and a tag is in memory.
///
/// It is used by one thread at a time.
package final class XMLStream {
  private let limits: XMLLimits
  private let documentType: String?
  /// `nil` for want of memory.
  private let reader: OpaquePointer?
  private let telling: XMLTelling

  /// What a text is encoded in.
  package enum Encoding: Sendable {
    /// UTF-8, whatever the text says.
    case utf8
    /// What a mark or the XML declaration says, of those that the parser knows: UTF-8, UTF-16, ISO 8859-1, ASCII.
    case declared
  }

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - limits: What bounds the reading.
  ///   - encoding: What the text is encoded in.
  ///   - documentType: The one document type that may be named; `nil` where none may be. None may be written out in
  ///     the text, so none defines entities, and nothing is fetched.
  ///   - handle: Is told what comes next and where it begins, and returns whether to go on.
  package init(
    limits: XMLLimits = .standard, encoding: Encoding = .utf8, documentType: String? = nil,
    _ handle: @escaping (XMLEvent, XMLPlace) -> Bool
  ) {
    self.limits = limits
    self.documentType = documentType
    telling = XMLTelling(limits: limits, handle)
    var handlers = telling.handlers
    let options = fresnel_xml_options(
      depth: UInt32(clamping: limits.depth), token: limits.tokenByteCount,
      detects_encoding: encoding == .declared)
    reader = fresnel_xml_create(options, documentType, &handlers)
  }

  deinit {
    if let reader { fresnel_xml_destroy(reader) }
  }

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - piece: What comes next of the text.
  ///   - isLast: Whether nothing comes after it.
  /// - Returns: Whether more is wanted.
  /// - Throws: ``XMLError``, after everything before the place was told.
  /// - Complexity: O(*b*) in the number of bytes.
  package func read(_ piece: some Collection<UInt8>, isLast: Bool) throws(XMLError) -> Bool {
    guard let reader else {
      throw XMLError(
        kind: .noMemory, place: XMLPlace(1, 0),
        reason: "there is not enough memory")
    }
    let read = piece.withContiguousStorageIfAvailable {
      fresnel_xml_feed(reader, $0.baseAddress, $0.count, isLast)
    }
    let result =
      read
      ?? Array(piece).withUnsafeBufferPointer {
        fresnel_xml_feed(reader, $0.baseAddress, $0.count, isLast)
      }
    // A text at the end is told although nothing follows it, unless nobody wants more.
    if result != fresnel_xml_stopped, isLast || result != fresnel_xml_done {
      _ = telling.finishText()
    }
    let end = fresnel_xml_place(reader)
    func error(_ kind: XMLError.Kind, _ reason: String) -> XMLError {
      XMLError(kind: kind, place: XMLPlace(end.line, end.column), reason: reason)
    }
    switch result {
    case fresnel_xml_done: return !isLast
    case fresnel_xml_stopped: return false
    case fresnel_xml_document_type:
      throw error(
        .documentType,
        documentType == nil
          ? "a document type is not read"
          : "a document type with declarations of its own, or another name, is not read")
    case fresnel_xml_unknown_entity: throw error(.malformed, "undefined entity")
    case fresnel_xml_too_deep:
      throw error(.tooDeep, "elements nest deeper than \(limits.depth) levels")
    case fresnel_xml_too_long:
      throw error(.tooLong, "a tag has more than \(limits.tokenByteCount) bytes")
    case fresnel_xml_no_memory: throw error(.noMemory, "there is not enough memory")
    default: throw error(.malformed, String(cString: end.reason))
    }
  }
}
