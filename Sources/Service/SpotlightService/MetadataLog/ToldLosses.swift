internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

// What the metadata log says of losses that the person was told of when the doctor mended: they are no error from then
// on. The app is asked for its items all the same, whenever it comes.

extension MetadataState {
  /// Whether the person was told of what was lost of an index, or of items that nobody knows the owners of.
  ///
  /// - Parameters:
  ///   - lossCount: The number of the store's last loss.
  ///   - scope: The index; `nil` for those that nobody knows.
  /// - Returns: Whether that was noted, and nothing was lost since.
  func isTold(_ lossCount: UInt64, of scope: IndexScope?) -> Bool {
    let value = MetadataEntry.value(ofLoss: lossCount)
    // Who was told that all of a class may be lost knows it of each index.
    return self[.toldLosses, ""] == value
      || scope.map { self[.toldLosses, $0.metadataKey] == value } ?? false
  }

  /// The greatest number of a loss that anything is noted of; 0 where nothing is. The store gives the next loss a
  /// greater one, also where it took the place of another store and knows of no earlier loss.
  var greatestLossCount: UInt64 {
    let values = [MetadataTable.toldLosses, .newIndexes, .losses].flatMap { self[$0].values }
    return values.compactMap(MetadataEntry.lossCount).max() ?? 0
  }
}

extension MetadataEntry {
  /// Records that the person was told what was lost of an index, or of items that nobody knows the owners of.
  static func told(_ lossCount: UInt64, of scope: IndexScope?) -> MetadataEntry {
    MetadataEntry(
      table: .toldLosses, key: scope?.metadataKey ?? "", value: value(ofLoss: lossCount))
  }

  /// A store's identifier that no other store has.
  static var newIdentity: MetadataEntry {
    MetadataEntry(
      table: .identity, key: "",
      value: SecureRandom.bytes(count: StorePositions.identifierByteCount))
  }

  static func value(ofLoss lossCount: UInt64) -> [UInt8] {
    withUnsafeBytes(of: lossCount.littleEndian) { Array($0) }
  }

  /// The number of a loss that ``value(ofLoss:)`` gave; `nil` for a value that is none.
  static func lossCount(of value: [UInt8]) -> UInt64? {
    guard value.count == 8 else { return nil }
    return value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
