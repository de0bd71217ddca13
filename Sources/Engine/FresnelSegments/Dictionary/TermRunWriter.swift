import FresnelStorage

/// Collects the terms and the entries of a run, which lie apart.
struct TermRunWriter: ~Copyable {
  private var terms = GrowableBuffer<UInt8>(capacity: 512)
  private var entries = GrowableBuffer<UInt8>(capacity: 512)
  /// Where the lists of the run are expected, as the run's head tells it.
  private var distance: UInt64 = 0
  /// The number of terms.
  private(set) var count = 0

  /// Begins a run.
  mutating func begin(distance: UInt64) {
    terms.removeAll()
    entries.removeAll()
    self.distance = distance
    count = 0
  }

  /// Adds an encoded term and its encoded entry.
  mutating func add(
    term: borrowing GrowableBuffer<UInt8>, entry: borrowing GrowableBuffer<UInt8>
  ) {
    terms.append(contentsOf: term.base, count: term.count)
    entries.append(contentsOf: entry.base, count: entry.count)
    count += 1
  }

  /// The length of the run with more terms and entries in it.
  func byteCount(addingTerm termByteCount: Int, entry entryByteCount: Int) -> Int {
    Self.byteCount(
      distance: distance, terms: terms.count + termByteCount,
      entries: entries.count + entryByteCount)
  }

  /// The length of a run.
  static func byteCount(distance: UInt64, terms: Int, entries: Int) -> Int {
    Varint.byteCount(distance) + Varint.byteCount(UInt64(terms)) + terms + entries
  }

  /// Appends the run.
  func append(to bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(varint: distance)
    bytes.append(varint: UInt64(terms.count))
    bytes.append(contentsOf: terms.base, count: terms.count)
    bytes.append(contentsOf: entries.base, count: entries.count)
  }
}
