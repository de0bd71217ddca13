/// What readers and writers of positions agree on; see `Documentation/formats/positions.md`.
enum PositionFormat {
  /// The documents of a group.
  static let groupCapacity = 16
  /// The bytes of a group's place.
  static let placeByteCount = 8

  /// The only byte of a record that tells nothing.
  static let unknownHead: UInt8 = 0
  /// The greatest number of bits of a symbol.
  static let maximumWidth = 15
  /// The bits of a symbol where terms have no slots of their own.
  static let inexactWidth = 7
  /// A count of chains that is at least this goes on in a varint.
  static let longCount = 15
  /// The symbols of the shortest chain.
  static let leastSymbolCount = 2

  /// The symbol in front of a word that is not ASCII between certain word boundaries.
  @inline(__always)
  static func doubtMark(width: Int) -> UInt64 { (1 &<< UInt64(width)) &- 1 }

  /// The symbol in front of a word inside which words begin and end.
  @inline(__always)
  static func partsMark(width: Int) -> UInt64 { (1 &<< UInt64(width)) &- 2 }
}
