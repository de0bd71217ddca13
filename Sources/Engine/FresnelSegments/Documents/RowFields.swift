import FresnelModel
import FresnelStorage

/// The parts of a row, found in the bytes of its page; its texts may be coded.
///
/// Nothing is copied: the bytes named here are valid as long as those of the page.
struct RowFields {
  var staticScore: UInt32
  var scope: UInt32
  var itemByteCount: Int
  var isComplete: Bool
  var isUpdate: Bool
  var domain: UnsafeRawBufferPointer?
  /// The expiry in seconds since 2001; `nil` without one.
  var expiration: Double?
  var restBlock: UInt32?
  /// The length of the unique identifier, with which the texts begin; the packed attributes follow.
  var identifierByteCount: Int
  /// As the page has them.
  var texts: UnsafeRawBufferPointer

  /// Finds the parts of a row; `nil` when the bytes break the format. They may be anything.
  ///
  /// - Parameters:
  ///   - rows: The rows of a page.
  ///   - range: The place of the row in them, in bounds.
  ///   - base: The number of the page's first item block.
  ///   - greatestScore: What static scores are told relative to.
  init?(
    _ rows: UnsafeRawBufferPointer, _ range: Range<Int>, base: UInt32, greatestScore: UInt32
  ) {
    let row = UnsafeRawBufferPointer(rebasing: rows[..<range.upperBound])
    var position = range.lowerBound
    guard let score = Self.staticScore(row, at: &position, greatestScore: greatestScore),
      position < row.count
    else { return nil }
    staticScore = score
    let flags = row[position]
    position += 1
    scope = 0
    if flags & RowLayout.scopeFlag != 0 {
      guard let number = Varint.read(row, at: &position), let scope = UInt32(exactly: number) else {
        return nil
      }
      self.scope = scope
    }
    guard let byteCount = Varint.read(row, at: &position),
      byteCount <= UInt64(ItemLimits.itemByteCount),
      let identifierByteCount = Self.number(row, at: &position),
      identifierByteCount <= UInt64(ItemLimits.identifierByteCount)
    else { return nil }
    itemByteCount = Int(byteCount)
    self.identifierByteCount = Int(identifierByteCount)
    if flags & RowLayout.domainFlag != 0 {
      guard let found = Self.domain(rows, row, at: &position) else { return nil }
      domain = found
    }
    if flags & RowLayout.expirationFlag != 0 {
      guard row.count - position >= 8 else { return nil }
      expiration = Double(bitPattern: row.fixed(UInt64.self, at: position))
      position += 8
    }
    let rest = flags >> RowLayout.restShift
    if rest == RowLayout.noRest {
      restBlock = nil
    } else {
      var distance = UInt64(rest) - 1
      if rest == RowLayout.farRest {
        guard let far = Varint.read(row, at: &position) else { return nil }
        distance = far
      }
      guard distance <= UInt64(UInt32.max - base) else { return nil }
      restBlock = base + UInt32(distance)
    }
    isComplete = flags & RowLayout.incompleteFlag == 0
    isUpdate = flags & RowLayout.updateFlag != 0
    texts = UnsafeRawBufferPointer(rebasing: row[position...])
    guard texts.count <= RowLayout.greatestTextByteCount else { return nil }
  }

  /// Takes over what a patch of the document changes in its row.
  mutating func apply(_ patch: DocumentPatch) {
    expiration = patch.expiration?.secondsSinceReferenceDate
    itemByteCount = patch.itemByteCount
  }

  /// The static score, with which a row begins.
  static func staticScore(
    _ row: UnsafeRawBufferPointer, at position: inout Int, greatestScore: UInt32
  ) -> UInt32? {
    guard let distance = number(row, at: &position), distance <= UInt64(UInt32.max) else {
      return nil
    }
    return greatestScore &- UInt32(distance)
  }

  /// A varint that most often has one byte.
  @inline(__always)
  private static func number(_ row: UnsafeRawBufferPointer, at position: inout Int) -> UInt64? {
    if position < row.count, row[position] < 0x80 {
      defer { position += 1 }
      return UInt64(row[position])
    }
    return Varint.read(row, at: &position)
  }

  /// The identifier and the packed attributes of the row's texts, once these are decoded; `nil` when
  /// they are too short.
  @inline(__always)
  func split(
    _ texts: UnsafeRawBufferPointer
  ) -> (frame: EncodedItem.Frame, attributes: UnsafeRawBufferPointer)? {
    guard identifierByteCount <= texts.count else { return nil }
    return (
      EncodedItem.Frame(
        identifier: UnsafeRawBufferPointer(rebasing: texts[..<identifierByteCount]),
        domain: domain, expiration: expiration, isUpdate: isUpdate),
      UnsafeRawBufferPointer(rebasing: texts[identifierByteCount...])
    )
  }

  /// A length and as many bytes.
  private static func text(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) -> UnsafeRawBufferPointer? {
    guard let count = Varint.read(bytes, at: &position),
      count <= UInt64(min(bytes.count - position, ItemLimits.identifierByteCount))
    else { return nil }
    defer { position += Int(count) }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(count)])
  }

  /// A domain, which may stand in an earlier row of the page.
  private static func domain(
    _ rows: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer, at position: inout Int
  ) -> UnsafeRawBufferPointer? {
    guard let place = Varint.read(row, at: &position) else { return nil }
    if place == 0 { return text(row, at: &position) }
    guard var earlier = Int(exactly: place) else { return nil }
    return text(rows, at: &earlier)
  }
}
