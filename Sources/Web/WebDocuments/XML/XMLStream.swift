internal import CExpat

/// Reads a text of XML in UTF-8 that comes in pieces, so that no more of it than a piece and a tag is in memory.
///
/// It is used by one thread at a time.
package final class XMLStream {
  private let limits: XMLLimits
  /// `nil` for want of memory.
  private let reader: OpaquePointer?
  private let telling: XMLTelling

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - limits: What bounds the reading.
  ///   - handle: Is told what comes next and where it begins, and returns whether to go on.
  package init(
    limits: XMLLimits = .standard, _ handle: @escaping (XMLEvent, SourceLocation) -> Bool
  ) {
    self.limits = limits
    telling = XMLTelling(limits: limits, handle)
    var handlers = telling.handlers
    reader = fresnel_xml_create(UInt32(clamping: limits.depth), limits.tokenByteCount, &handlers)
  }

  deinit {
    if let reader { fresnel_xml_destroy(reader) }
  }

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - piece: What comes next of the text, in UTF-8.
  ///   - isLast: Whether nothing comes after it.
  /// - Returns: Whether more is wanted.
  /// - Throws: ``XMLError``, after everything before the place was told.
  /// - Complexity: O(*b*) in the number of bytes.
  package func read(_ piece: some Collection<UInt8>, isLast: Bool) throws(XMLError) -> Bool {
    guard let reader else {
      throw XMLError(
        kind: .noMemory, location: SourceLocation(line: 1, column: 1),
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
    let location = SourceLocation(
      line: Int(clamping: end.line), column: Int(clamping: end.column) + 1)
    func error(_ kind: XMLError.Kind, _ reason: String) -> XMLError {
      XMLError(kind: kind, location: location, reason: reason)
    }
    switch result {
    case fresnel_xml_done: return !isLast
    case fresnel_xml_stopped: return false
    case fresnel_xml_document_type: throw error(.documentType, "a document type is not read")
    case fresnel_xml_too_deep:
      throw error(.tooDeep, "elements nest deeper than \(limits.depth) levels")
    case fresnel_xml_too_long:
      throw error(.tooLong, "a tag has more than \(limits.tokenByteCount) bytes")
    case fresnel_xml_no_memory: throw error(.noMemory, "there is not enough memory")
    default: throw error(.malformed, String(cString: end.reason))
    }
  }
}
