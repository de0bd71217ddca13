/// The limits of an item; encoding and decoding both refuse what goes beyond them.
public enum ItemLimits {
  /// The longest encoding of an item, in bytes: 64 MiB.
  ///
  /// It holds for what a partial update makes of an item, too. Each batch of updates writes the whole item anew, so *n*
  /// batches that each add to one item write bytes that grow with *n*², until the item has this length and the next one is refused.
  public static let itemByteCount = 64 << 20
  /// The longest unique identifier or domain identifier, in bytes of UTF-8: 64 KiB.
  public static let identifierByteCount = 64 << 10
  /// The longest name of a custom attribute, in bytes.
  public static let attributeNameByteCount = 255
  /// The most attributes in an item.
  public static let attributeCount = 16_384
  /// How deeply arrays and dictionaries may nest: a plain value is at depth 0.
  public static let depth = 16
  /// The most values in one attribute, counting those inside collections and the collections.
  public static let valueCount = 1 << 20
}
