import FresnelStorage

/// Walks the dictionaries of several segments at once, in the order of their terms.
struct TermWalk: ~Copyable {
  /// One segment's place in the walk.
  private struct Part: ~Copyable {
    var cursor: TermCursor
    /// The term that the cursor is at, with its scope number mapped.
    var term = GrowableBuffer<UInt8>(capacity: TermScratch.maximumLength + 16)
    /// The term before, for checking that terms ascend.
    var last = GrowableBuffer<UInt8>(capacity: TermScratch.maximumLength + 16)
    var key: UInt64 = 0
    var isAtStart = true
    var isAtEnd = false
  }

  private let parts: UnsafeMutablePointer<Part>
  private let partCount: Int
  /// For the dictionaries of keys: the new number of each scope of each part.
  private let scopeNumbers: [[UInt32]]?
  /// The parts that have the current term; the first `matchCount` count.
  private var matches: [Int]
  private(set) var matchCount = 0

  /// - Parameters:
  ///   - dictionaries: One of each segment.
  ///   - scopeNumbers: For dictionaries of keys, the new number of each scope of each segment;
  ///     ascending, so that keys stay in order.
  init(_ dictionaries: [TermDictionary], scopeNumbers: [[UInt32]]? = nil) {
    partCount = dictionaries.count
    parts = .allocate(capacity: max(partCount, 1))
    for (number, dictionary) in dictionaries.enumerated() {
      (parts + number).initialize(to: Part(cursor: dictionary.cursor(bypassingCache: true)))
    }
    self.scopeNumbers = scopeNumbers
    // Every part has to be moved to its first term.
    matches = Array(0..<partCount)
    matchCount = partCount
  }

  deinit {
    parts.deinitialize(count: partCount)
    parts.deallocate()
  }

  /// Moves to the next term; returns whether there is one.
  mutating func next() throws(StorageError) -> Bool {
    for place in 0..<matchCount { try advance(matches[place]) }
    matchCount = 0
    for part in 0..<partCount where !parts[part].isAtEnd {
      let order = matchCount == 0 ? 0 : compare(part, matches[0])
      if order < 0 { matchCount = 0 }
      if order <= 0 {
        matches[matchCount] = part
        matchCount += 1
      }
    }
    return matchCount > 0
  }

  /// The current term; valid until the next move.
  var term: UnsafeBufferPointer<UInt8> {
    let part = matches[0]
    return UnsafeBufferPointer(start: parts[part].term.base, count: parts[part].term.count)
  }

  /// The number of one of the parts that have the term.
  func part(ofMatch place: Int) -> Int { matches[place] }

  /// What one of the parts that have the term says of it.
  func entry(ofMatch place: Int) -> TermEntry { parts[matches[place]].cursor.entry }

  private func advance(_ part: Int) throws(StorageError) {
    guard try parts[part].cursor.next() else {
      parts[part].isAtEnd = true
      return
    }
    let term = parts[part].cursor.term
    swap(&parts[part].term, &parts[part].last)
    parts[part].term.removeAll()
    if let base = term.baseAddress {
      parts[part].term.append(contentsOf: base, count: term.count)
    }
    if let scopeNumbers { try mapScope(part, scopeNumbers[part]) }
    let lastKey = parts[part].key
    parts[part].key = TermPrefix.key(
      of: UnsafeBufferPointer(start: parts[part].term.base, count: parts[part].term.count))
    // What writes the merged dictionary relies on it.
    let ascends =
      parts[part].isAtStart || parts[part].key > lastKey
      || (parts[part].key == lastKey
        && StaticOrder.compare(Self.bytes(parts[part].last), Self.bytes(parts[part].term)) < 0)
    guard ascends else { throw StorageError(.corrupted, "The terms of a segment do not ascend.") }
    parts[part].isAtStart = false
  }

  private static func bytes(_ buffer: borrowing GrowableBuffer<UInt8>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: buffer.base, count: buffer.count)
  }

  /// Replaces the scope number in a key that has one.
  private func mapScope(_ part: Int, _ numbers: [UInt32]) throws(StorageError) {
    let term = UnsafeBufferPointer(start: parts[part].term.base, count: parts[part].term.count)
    guard let number = SegmentKeys.scopeNumber(of: Span(_unsafeElements: term)) else { return }
    guard number < numbers.count else {
      throw StorageError(.corrupted, "A key names a scope that its segment does not have.")
    }
    let mapped = numbers[Int(number)].bigEndian
    withUnsafeBytes(of: mapped) { bytes in
      for (place, byte) in zip(SegmentKeys.scopeRange, bytes) { parts[part].term[place] = byte }
    }
  }

  private func compare(_ left: Int, _ right: Int) -> Int {
    if parts[left].key != parts[right].key { return parts[left].key < parts[right].key ? -1 : 1 }
    return StaticOrder.compare(Self.bytes(parts[left].term), Self.bytes(parts[right].term))
  }
}
