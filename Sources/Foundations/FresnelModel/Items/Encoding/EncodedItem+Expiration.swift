extension EncodedItem {
  /// Whether another item has the same bytes, apart from when the two expire.
  ///
  /// - Complexity: O(*b*) in the number of bytes, up to the first that differs.
  public func isEqual(toRenewalOf other: EncodedItem) -> Bool {
    guard byteCount == other.byteCount,
      flags & ~ItemLayout.expirationFlag == other.flags & ~ItemLayout.expirationFlag
    else { return false }
    let afterExpiration = ItemLayout.expirationOffset + 8
    return bytes(from: ItemLayout.byteCountOffset, to: ItemLayout.expirationOffset)
      == other.bytes(from: ItemLayout.byteCountOffset, to: ItemLayout.expirationOffset)
      && bytes(from: afterExpiration, to: byteCount)
        == other.bytes(from: afterExpiration, to: byteCount)
  }

  /// The encoding of this item with another time at which it leaves the index; `nil` for never.
  ///
  /// - Complexity: O(*b*) in the number of bytes, which are copied.
  public func renewed(until expiration: Timestamp?) -> [UInt8] {
    var renewed = Array(bytes)
    renewed[ItemLayout.flagsOffset] =
      flags & ~ItemLayout.expirationFlag | (expiration == nil ? 0 : ItemLayout.expirationFlag)
    // Negative zero has the encoding of zero.
    let seconds = expiration?.secondsSinceReferenceDate ?? 0
    let bits = seconds == 0 ? 0 : seconds.bitPattern
    for index in 0..<8 {
      renewed[ItemLayout.expirationOffset + index] = UInt8(
        truncatingIfNeeded: bits >> UInt64(8 * index))
    }
    return renewed
  }

  /// Bytes between two offsets from the item's start.
  private func bytes(from lower: Int, to upper: Int) -> ArraySlice<UInt8> {
    buffer[start + lower..<start + upper]
  }
}
