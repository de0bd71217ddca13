import FresnelModel
import FresnelStorage

/// The parts of a row, found in the bytes of its page.
///
/// Nothing is copied: the bytes named here are valid as long as those of the page.
struct RowFields {
  var staticScore: UInt32
  var scope: UInt32
  var itemByteCount: Int
  var isComplete: Bool
  var frame: EncodedItem.Frame
  var attributes: UnsafeRawBufferPointer
  var restBlock: UInt32?

  /// Finds the parts of a row; `nil` when the bytes break the format. They may be anything.
  ///
  /// - Parameters:
  ///   - rows: The rows of a page.
  ///   - range: The place of the row in them, in bounds.
  ///   - base: The number of the page's first item block.
  init?(_ rows: UnsafeRawBufferPointer, _ range: Range<Int>, base: UInt32) {
    guard range.count >= RowLayout.fixedByteCount else { return nil }
    let row = UnsafeRawBufferPointer(rebasing: rows[..<range.upperBound])
    staticScore = row.fixed(UInt32.self, at: range.lowerBound)
    let flags = row[range.lowerBound + 4]
    var position = range.lowerBound + RowLayout.fixedByteCount
    scope = 0
    if flags & RowLayout.scopeFlag != 0 {
      guard let number = Varint.read(row, at: &position), let scope = UInt32(exactly: number) else {
        return nil
      }
      self.scope = scope
    }
    guard let byteCount = Varint.read(row, at: &position),
      byteCount <= UInt64(ItemLimits.itemByteCount),
      let identifier = Self.text(row, at: &position)
    else { return nil }
    itemByteCount = Int(byteCount)
    var domain: UnsafeRawBufferPointer?
    if flags & RowLayout.domainFlag != 0 {
      guard let found = Self.domain(rows, row, at: &position) else { return nil }
      domain = found
    }
    var expiration: Double?
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
    frame = EncodedItem.Frame(
      identifier: identifier, domain: domain, expiration: expiration,
      isUpdate: flags & RowLayout.updateFlag != 0)
    attributes = UnsafeRawBufferPointer(rebasing: row[position...])
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
