import FresnelStorage

/// What is kept in memory of blocks of sorted terms: a separator and the first run of each block.
///
/// The separator of a block is greater than all terms before the block and not greater than those in it.
final class TermBlockIndex: Sendable {
  /// The first eight bytes of each separator as a big-endian number, filled up with zeros.
  private let keys: [UInt64]
  /// Where each separator ends in `bytes`; it begins where the one before ends.
  private let ends: [UInt32]
  private let bytes: [UInt8]
  /// The number of each block's first run, and behind them the number of runs.
  private let firstRuns: [UInt32]

  /// Reads the index of so many blocks.
  init(
    _ encoded: UnsafeRawBufferPointer, blockCount: Int, runCount: UInt32
  ) throws(TermDamage) {
    // An entry has two bytes or more; this bounds what a damaged count can take.
    guard blockCount <= encoded.count / 2 else { throw .range }
    var keys: [UInt64] = []
    var ends: [UInt32] = []
    var bytes: [UInt8] = []
    var firstRuns: [UInt32] = [0]
    keys.reserveCapacity(blockCount)
    ends.reserveCapacity(blockCount)
    bytes.reserveCapacity(encoded.count)
    firstRuns.reserveCapacity(blockCount + 1)
    var position = 0
    var runs: UInt64 = 0
    var text = TermBuffer()
    for block in 0..<blockCount {
      let lengths = try TermLengths(encoded, at: &position)
      guard lengths.shared <= max(text.count, 0), lengths.suffix <= encoded.count - position,
        lengths.shared + lengths.suffix <= TermDictionaryWriter.maximumTermLength,
        lengths.suffix == 0 ? block == 0 : block > 0
      else { throw .range }
      try text.advance(
        shared: lengths.shared, suffix: position..<position + lengths.suffix, of: encoded)
      position += lengths.suffix
      guard let blockRuns = Varint.read(encoded, at: &position) else { throw .truncated }
      guard blockRuns > 0, blockRuns <= UInt64(TermBlockFormat.blockByteCount) else {
        throw .range
      }
      runs += blockRuns
      guard runs <= UInt64(runCount) else { throw .range }
      keys.append(Self.key(UnsafeRawBufferPointer(text.bytes)))
      bytes.append(contentsOf: text.bytes)
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
      firstRuns.append(UInt32(truncatingIfNeeded: runs))
    }
    guard position == encoded.count, runs == UInt64(runCount) else { throw .range }
    self.keys = keys
    self.ends = ends
    self.bytes = bytes
    self.firstRuns = firstRuns
  }

  /// The number of blocks.
  var count: Int { keys.count }

  /// The first eight bytes of a term as a big-endian number, filled up with zeros.
  @inline(__always)
  private static func key(_ term: UnsafeRawBufferPointer) -> UInt64 {
    if term.count >= 8 { return UInt64(bigEndian: term.loadUnaligned(as: UInt64.self)) }
    var key: UInt64 = 0
    for byte in term { key = key << 8 | UInt64(byte) }
    return term.isEmpty ? 0 : key << UInt64(8 * (8 - term.count))
  }

  /// The block that a term is in if it is anywhere; `nil` when there are no blocks.
  func block(of term: UnsafeRawBufferPointer) -> Int? {
    let key = Self.key(term)
    return keys.withUnsafeBufferPointer { keys in
      var low = 0
      var high = keys.count
      while low < high {
        let middle = (low &+ high) / 2
        let isAfter =
          keys[middle] != key ? keys[middle] > key : isSeparator(middle, after: term)
        if isAfter { high = middle } else { low = middle &+ 1 }
      }
      return low == 0 ? nil : low &- 1
    }
  }

  private func isSeparator(_ block: Int, after term: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let start = block == 0 ? 0 : Int(ends[block - 1])
      return ByteOrder.precedes(
        term, UnsafeRawBufferPointer(rebasing: bytes[start..<Int(ends[block])]))
    }
  }

  /// The numbers of a block's runs.
  func runs(of block: Int) -> Range<UInt32> {
    firstRuns[block]..<firstRuns[block + 1]
  }

  /// The block that a run is in, looked for from a block on that does not come after it.
  func block(ofRun run: UInt32, from block: Int) -> Int {
    var block = block
    while block + 1 < count, firstRuns[block + 1] <= run { block += 1 }
    return block
  }
}
