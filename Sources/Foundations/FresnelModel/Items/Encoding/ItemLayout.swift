// The encoding of an item, version 1. Numbers are little-endian; Documentation/formats/item.md has
// the full description with an example.
//
//   offset  bytes  field
//        0      2  46 49, "FI"
//        2      1  version, 1
//        3      1  flags: 1 partial update, 2 has a domain, 4 has an expiry; the others are 0
//        4      4  length of the whole encoding
//        8      4  length of the unique identifier
//       12      4  length of the domain; 0 without one
//       16      4  number of attributes, n
//       20      8  expiry: seconds since 1 January 2001 as a binary64; 0 without one
//       28    8 n  attribute table, ordered by key
//                    0  2  number of a built-in attribute, 1 ... fffe; ffff for a custom one
//                    2  1  type of the value
//                    3  1  flags of a custom key: 1 searchable, 2 by default, 4 unique,
//                          8 multi-valued; 0 for a built-in attribute
//                    4  4  offset of the attribute's bytes from the start of the item
//        .         unique identifier, then domain, then the attributes' bytes, without gaps
//
// An attribute's bytes end where the next one's begin. They are the value; a custom attribute's
// begin with its name, a varint length and the bytes. Custom attributes follow the built-in ones,
// ordered by the bytes of their names.
//
// Every value has one encoding only, so that equal bytes and equal items are the same thing.

/// Offsets and bits of the encoding.
enum ItemLayout {
  static let magic: (UInt8, UInt8) = (0x46, 0x49)
  static let version: UInt8 = 1
  static let headerByteCount = 28
  static let tableEntryByteCount = 8
  static let customAttributeNumber: UInt16 = 0xffff

  static let flagsOffset = 3
  static let byteCountOffset = 4
  static let identifierLengthOffset = 8
  static let domainLengthOffset = 12
  static let attributeCountOffset = 16
  static let expirationOffset = 20

  static let updateFlag: UInt8 = 1
  static let domainFlag: UInt8 = 2
  static let expirationFlag: UInt8 = 4

  /// The flags byte of a custom key.
  static func flags(of key: CustomAttributeKey) -> UInt8 {
    (key.isSearchable ? 1 : 0) | (key.isSearchableByDefault ? 2 : 0) | (key.isUnique ? 4 : 0)
      | (key.isMultiValued ? 8 : 0)
  }

  /// The custom key of a name and a flags byte.
  static func customKey(name: String, flags: UInt8) -> CustomAttributeKey {
    CustomAttributeKey(
      name: name, isSearchable: flags & 1 != 0, isSearchableByDefault: flags & 2 != 0,
      isUnique: flags & 4 != 0, isMultiValued: flags & 8 != 0)
  }
}
