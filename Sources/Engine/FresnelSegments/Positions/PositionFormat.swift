/// What readers and writers of positions agree on; see `Documentation/formats/positions.md`.
enum PositionFormat {
  /// The documents of a group.
  static let groupCapacity = 16
  /// The bytes of a group's place.
  static let placeByteCount = 8

  /// The only byte of a record that tells nothing.
  static let unknownHead: UInt8 = 0
  /// The bit of a head whose record has exceptions.
  static let exceptionsBit: UInt8 = 0x10
  /// The greatest number of bits of a symbol.
  static let maximumWidth = 15
  /// A count of symbols in the head that is at least this goes on in a varint.
  static let longCount = 7
  /// The symbols of the shortest chain.
  static let leastSymbolCount = 2

  /// The orders of the exponential Golomb codes of how many exceptions there are, and how far one is
  /// from the one before.
  static let exceptionCountOrder = 2
  static let exceptionGapOrder = 4
  /// The bits of an exception's kind, and of a number of parts.
  static let exceptionKindBits = 2
  static let partCountBits = 5
}

/// What is special about a word of a chain.
enum PositionException: UInt8 {
  /// The word begins or ends the chain where certainly no word boundary is.
  case joined
  /// It does where it isn't known whether one is.
  case open
  /// It is not ASCII, or touches what is not.
  case foreign
  /// The case changes inside, so that words begin and end there.
  case parts
}
