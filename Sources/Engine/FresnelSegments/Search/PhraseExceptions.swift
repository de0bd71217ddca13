/// What is special about the words of one record, as far as it matters to a phrase; read when something
/// depends on it.
struct PhraseExceptions: ~Copyable {
  /// An exception.
  struct Entry: BitwiseCopyable {
    /// The place of the word's symbol.
    let symbol: Int
    let kind: PositionException
    /// Whether a part that begins the word is the phrase's last word.
    var beginsAsLast = false
    /// Whether a part that ends the word is the phrase's first word.
    var endsAsFirst = false
  }

  private var entries = GrowableBuffer<Entry>(capacity: 16)
  /// Where the lengths of chains begin; `nil` until the exceptions were read.
  private(set) var lengthsBit: Int?

  /// Begins with another record.
  mutating func begin() {
    entries.removeAll()
    lengthsBit = nil
  }

  /// The number of exceptions that were read.
  var count: Int { entries.count }

  /// An exception; they are in the order of the symbols.
  subscript(index: Int) -> Entry { entries[index] }

  /// Whether some word of a record that has exceptions has parts.
  static func haveParts(_ record: PositionRecord) throws(PositionDamage) -> Bool {
    var bit = record.end
    return try record.bits.read(1, at: &bit) == 1
  }

  /// Reads the exceptions of a record that has some, unless it was done.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - first: The slot of the phrase's first word.
  ///   - last: That of its last one.
  /// - Throws: ``PositionDamage``.
  mutating func read(
    _ record: PositionRecord, first: UInt64, last: UInt64
  ) throws(PositionDamage) {
    if lengthsBit != nil { return }
    let bits = record.bits
    var bit = record.end
    _ = try bits.read(1, at: &bit)
    let count = try bits.readGolomb(order: PositionFormat.exceptionCountOrder, at: &bit) + 1
    var symbol = 0
    for _ in 0..<count {
      symbol += try bits.readGolomb(order: PositionFormat.exceptionGapOrder, at: &bit)
      let number = try bits.read(PositionFormat.exceptionKindBits, at: &bit)
      guard symbol < record.symbolCount,
        let kind = PositionException(rawValue: UInt8(truncatingIfNeeded: number))
      else { throw .record }
      var entry = Entry(symbol: symbol, kind: kind)
      if kind == .parts {
        let partCount = try bits.read(PositionFormat.partCountBits, at: &bit)
        for _ in 0..<partCount {
          let slot = UInt64(try bits.read(record.width, at: &bit))
          if slot == last { entry.beginsAsLast = true }
        }
        for _ in 0..<partCount {
          let slot = UInt64(try bits.read(record.width, at: &bit))
          if slot == first { entry.endsAsFirst = true }
        }
      }
      entries.append(entry)
    }
    lengthsBit = bit
  }

  /// What is told of the parts of a word; `nil` when it has none.
  func parts(of symbol: Int) -> Entry? {
    var index = firstIndex(from: symbol)
    while index < entries.count, entries[index].symbol == symbol {
      if entries[index].kind == .parts { return entries[index] }
      index += 1
    }
    return nil
  }

  /// Calls `body` for the exceptions of some words.
  @inline(__always)
  func forEach(from first: Int, through last: Int, _ body: (Entry) -> Void) {
    if entries.count == 0 { return }
    var index = firstIndex(from: first)
    while index < entries.count, entries[index].symbol <= last {
      body(entries[index])
      index += 1
    }
  }

  /// The first exception of a word or one behind it.
  private func firstIndex(from symbol: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
