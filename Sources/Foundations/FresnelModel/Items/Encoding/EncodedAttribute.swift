/// One attribute of an encoded item, not yet decoded.
public struct EncodedAttribute: Sendable {
  /// What the attribute is stored under; a custom key has the flags it was stored with.
  public let key: AttributeKey
  let item: EncodedItem
  let tag: ValueTag
  /// The place of the value in the item's buffer.
  let range: Range<Int>

  /// Whether the attribute is set to nil, which only a partial update says.
  public var isNull: Bool { tag == .null }

  /// How many bytes the value takes.
  package var byteCount: Int { range.count }

  /// The value.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func value() throws(ModelError) -> AttributeValue {
    var reader = ValueReader(bytes)
    do throws(ModelError) {
      return try reader.value(tag)
    } catch {
      throw error.naming(key.name)
    }
  }

  /// Calls `body` with the UTF-8 bytes of each text of the value, which are valid only during the
  /// call.
  ///
  /// Texts are what a text query looks at: strings, URLs, the texts of all languages, names and
  /// handles of people, and those inside arrays and dictionaries. Nothing is copied. When the bytes
  /// are damaged the texts before the damage have been visited.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func forEachText(
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(ModelError) {
    var reader = ValueReader(bytes)
    do throws(ModelError) {
      try item.buffer.withUnsafeBufferPointer { buffer throws(ModelError) in
        // The reader gives ranges inside the buffer only.
        try reader.forEachText(tag) { body(UnsafeBufferPointer(rebasing: buffer[$0])) }
      }
    } catch {
      throw error.naming(key.name)
    }
  }

  /// Calls `body` with each element of the value: what comparisons look at.
  ///
  /// Elements are texts, as ``forEachText(_:)`` has them, numbers, truth values and dates, those
  /// inside arrays and dictionaries too. Nothing is copied or boxed. When the bytes are damaged the
  /// elements before the damage have been visited.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func forEachElement(_ body: (EncodedElement) -> Void) throws(ModelError) {
    var reader = ValueReader(bytes)
    do throws(ModelError) {
      try item.buffer.withUnsafeBufferPointer { buffer throws(ModelError) in
        try reader.forEachElement(tag) { element in
          switch element {
          // The reader gives ranges inside the buffer only.
          case .text(let run): body(.text(UnsafeBufferPointer(rebasing: buffer[run])))
          case .integer(let integer): body(.integer(integer))
          case .double(let double): body(.double(double))
          case .boolean(let boolean): body(.boolean(boolean))
          case .date(let seconds):
            body(.date(Timestamp(secondsSinceReferenceDate: seconds)))
          }
        }
      }
    } catch {
      throw error.naming(key.name)
    }
  }

  /// Whether the value is one text or one URL, so that it has no other element.
  public var isPlainText: Bool { tag == .string || tag == .url }

  private var bytes: ByteReader {
    ByteReader(item.buffer, from: range.lowerBound, to: range.upperBound, origin: item.start)
  }
}
