import FresnelModel

/// Numbers of the row format; `Documentation/formats/documents.md` explains them.
enum RowLayout {
  /// The greatest length of a page, except of one whose only row is longer.
  static let pageByteCount = 4096
  /// Pages begin at multiples of this, so that their places fit into 32 bits.
  static let pageAlignment = 16
  /// The bytes of a page before the ends of its rows.
  static let headerByteCount = 8
  /// Stands for the end of a row that is too long for a usual page; its length follows.
  static let longRowMark: UInt16 = .max
  /// More bytes than the texts of a row have: a long identifier and the attributes, each byte of them
  /// coded in two.
  static let greatestTextByteCount = 2 * (ItemLimits.identifierByteCount + 4096)
  /// The documents that share an entry of the expiry column.
  static let expirationChunk = 128

  static let expirationFlag: UInt8 = 1
  static let domainFlag: UInt8 = 2
  static let scopeFlag: UInt8 = 4
  static let incompleteFlag: UInt8 = 8
  static let updateFlag: UInt8 = 16
  /// The flags' upper bits say where the rest of the item is.
  static let restShift: UInt8 = 5
  /// There is no rest.
  static let noRest: UInt8 = 0
  /// The distance of the rest's block from the page's first one follows as a varint; smaller values
  /// are the distance plus one.
  static let farRest: UInt8 = 7
}
