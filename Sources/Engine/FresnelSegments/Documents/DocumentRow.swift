package import FresnelModel
import FresnelStorage

/// What a document is at a glance, read in place. Its bytes stay pinned while it lives.
package struct DocumentRow: ~Copyable {
  /// What orders documents that match equally well; greater is better.
  package let staticScore: UInt32
  /// The number of the item's index in the segment.
  package let scope: UInt32
  /// The length of the item's encoding in bytes.
  package private(set) var itemByteCount: Int
  /// When the item expires, in seconds since 2001; infinite when it does not.
  package var expiration: Double { frame.expiration ?? .infinity }
  /// Whether every attribute of ``RowAttributes/ids`` that the item has is in the row; a long value
  /// may be kept with the rest of the item.
  package let isComplete: Bool
  /// The UTF-8 bytes of the unique identifier; valid while the row lives.
  package var identifier: UnsafeRawBufferPointer { frame.identifier }
  /// The UTF-8 bytes of the domain; valid while the row lives. `nil` without one.
  package var domain: UnsafeRawBufferPointer? { frame.domain }

  /// What an item has besides its attributes.
  private(set) var frame: EncodedItem.Frame
  /// The packed attributes of the row.
  let attributes: UnsafeRawBufferPointer
  /// The item block that has the other attributes; `nil` when there are none.
  let restBlock: UInt32?
  private let pin: BytePin
  /// The decoded texts, which the row owns; `nil` when the page has them as they are.
  private let texts: UnsafeMutableRawBufferPointer?

  /// A row that was found in a page; `nil` when its texts break the format.
  ///
  /// - Parameters:
  ///   - fields: The row's parts.
  ///   - isCoded: Whether its texts are coded.
  ///   - decoder: What decodes them.
  ///   - pin: The page's bytes.
  init?(
    _ fields: RowFields, isCoded: Bool, _ decoder: borrowing SymbolDecoder,
    _ pin: consuming BytePin
  ) {
    var decoded = fields.texts
    var owned: UnsafeMutableRawBufferPointer?
    if isCoded {
      let texts = UnsafeMutableRawBufferPointer.allocate(
        byteCount: SymbolDecoder.textCapacity(codedByteCount: fields.texts.count), alignment: 8)
      decoded = UnsafeRawBufferPointer(
        rebasing: texts[..<decoder.decode(fields.texts, into: texts)])
      owned = texts
    }
    guard let (frame, attributes) = fields.split(decoded) else {
      owned?.deallocate()
      return nil
    }
    staticScore = fields.staticScore
    scope = fields.scope
    itemByteCount = fields.itemByteCount
    isComplete = fields.isComplete
    restBlock = fields.restBlock
    self.frame = frame
    self.attributes = attributes
    self.pin = pin
    texts = owned
  }

  deinit { texts?.deallocate() }

  /// Takes over what a patch of the document changes in its row.
  mutating func apply(_ patch: DocumentPatch) {
    frame.expiration = patch.expiration?.secondsSinceReferenceDate
    itemByteCount = patch.itemByteCount
  }

  /// The UTF-8 bytes of an attribute that is one text; valid while the row lives. `nil` when the row
  /// does not hold it, or its value is of another type.
  package func text(of id: AttributeID) -> UnsafeRawBufferPointer? {
    EncodedItem.text(of: id, inPacked: attributes)
  }

  /// An item with the attributes of the row, the identifiers and the expiry.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  func item() throws(ModelError) -> EncodedItem {
    try EncodedItem(frame, attributes: attributes, UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
