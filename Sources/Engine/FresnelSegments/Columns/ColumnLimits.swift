import FresnelModel

/// When an attribute has no column; the reasons are in `Documentation/formats/columns.md`.
enum ColumnLimits {
  /// The most attributes of a segment that have columns.
  static let attributeCount = 1_024
  /// The most different elements of a kind in one attribute of a document.
  static let valuesPerDocument = 256
  /// The most values in a chunk.
  static let valuesPerChunk = 65_536
  /// The longest text, in bytes.
  static let textByteCount = 256
  /// The most distinct texts of a column.
  static let distinctTexts = 65_536
  /// The most bytes of a column's distinct texts.
  static let distinctTextByteCount = 1 << 20
  /// The numbers in the sample that estimates are made from.
  static let sampleCount = 64
  /// The frequent texts that estimates are made from.
  static let frequentTextCount = 16

  /// Whether a column of texts that is being made is still worth it.
  static func allowsGrowing(distinct: Int, values: Int) -> Bool {
    distinct <= min(distinctTexts, 1_024 + values / 8)
  }

  /// Whether a column of texts that is complete is worth its room.
  static func allowsKeeping(distinct: Int, values: Int) -> Bool {
    distinct <= 64 + values / 2
  }

  /// Whether the texts of an attribute are worth counting: not those that name or describe an item or
  /// say where it is, which are nearly always different.
  static func collectsTexts(of key: AttributeKey) -> Bool {
    guard case .builtIn(let id) = key else { return true }
    if key.searchScope == .text { return false }
    switch id {
    case .title, .displayName, .alternateNames, .contentDescription, .path, .contentURL,
      .thumbnailURL, .darkThumbnailURL, .relatedUniqueIdentifier, .weakRelatedUniqueIdentifier,
      .identifier, .fullyFormattedAddress:
      return false
    default: return true
    }
  }
}
