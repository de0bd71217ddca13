package import FresnelStorage

/// Walks the terms of a ``TermDictionary`` in byte order.
///
/// After an error the cursor is of no more use.
package struct TermCursor: ~Copyable {
  private let blocks: TermBlocks
  private var reader: TermBlockReader
  /// The number of the block that the cursor is in, which is read when its first run is reached.
  private var block = -1
  /// The number of the run in the block.
  private var runNumber = 0
  private var run = TermRunReader()
  private var text = TermBuffer()
  private var found = TermEntry()
  /// Whether the cursor is at the term that the next call of `next()` moves to.
  private var isAhead = false

  init(_ blocks: TermBlocks, bypassingCache: Bool) {
    self.blocks = blocks
    reader = TermBlockReader(blocks, bypassingCache: bypassingCache)
  }

  /// Moves in front of the first term that is not less than a key, forwards or backwards;
  /// ``next()`` then moves to it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: One block is read; sometimes a second one.
  package mutating func seek(_ key: UnsafeBufferPointer<UInt8>) throws(StorageError) {
    let key = UnsafeRawBufferPointer(key)
    isAhead = false
    text.clear()
    guard let number = blocks.index.block(of: key) else { return }
    try reader.read(number)
    block = number
    do throws(TermDamage) {
      let first = try reader.block.lastRun(notAfter: key) ?? 0
      runNumber = first
      run = try reader.block.run(first)
      // As in a look-up: how many bytes of the key are those of the term before, which is less.
      var matched = 0
      while try run.next() {
        try text.advance(shared: run.shared, suffix: run.suffix, of: run.bytes)
        if run.shared > matched { continue }
        if run.shared == matched {
          let term = UnsafeRawBufferPointer(text.bytes)
          matched += ByteOrder.sharedCount(
            UnsafeRawBufferPointer(rebasing: term[matched...]),
            UnsafeRawBufferPointer(rebasing: key[matched...]))
          if matched < key.count, matched == term.count || term[matched] < key[matched] { continue }
        }
        found = try run.entry()
        isAhead = true
        return
      }
    } catch {
      throw blocks.damaged(number, error)
    }
    // All terms of the following runs and blocks are greater than the key.
  }

  /// Moves to the next term.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func next() throws(StorageError) -> Bool {
    guard try nextTerm() else { return false }
    try readEntry()
    return true
  }

  /// Moves to the next term, and leaves the entry behind until ``readEntry()``.
  mutating func nextTerm() throws(StorageError) -> Bool {
    if isAhead {
      isAhead = false
      return true
    }
    while true {
      do throws(TermDamage) {
        if try run.next() {
          try text.advance(shared: run.shared, suffix: run.suffix, of: run.bytes)
          return true
        }
        if block >= 0, block < blocks.count, runNumber + 1 < reader.block.runCount {
          runNumber += 1
          run = try reader.block.run(runNumber)
          continue
        }
      } catch {
        throw blocks.damaged(block, error)
      }
      guard block + 1 < blocks.count else {
        block = blocks.count
        return false
      }
      try reader.read(block + 1)
      block += 1
      runNumber = -1
    }
  }

  /// Moves to the first term that is not less than a key, and leaves its entry behind until
  /// ``readEntry()``.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: ``StorageError`` with code `corrupted`, also where the blocks lead to a lesser term: a walk
  ///   that jumps ahead would come round to it again and again. Or that of a failed read.
  mutating func move(to key: UnsafeBufferPointer<UInt8>) throws(StorageError) -> Bool {
    try seek(key)
    guard try nextTerm() else { return false }
    if ByteOrder.precedes(UnsafeRawBufferPointer(term), UnsafeRawBufferPointer(key)) {
      throw blocks.damaged(block, .order)
    }
    return true
  }

  /// Moves on to the first term that is not less than a key, and leaves its entry behind until
  /// ``readEntry()``: through the terms of the run, if it is in this, else by a look-up.
  ///
  /// - Parameters:
  ///   - key: Some bytes that are greater than the term.
  ///   - budget: Counts the work; how much of it is left is not asked.
  /// - Returns: Whether there is such a term.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func leap(
    to key: UnsafeBufferPointer<UInt8>, _ budget: inout TermWalkBudget
  ) throws(StorageError) -> Bool {
    let bytes = UnsafeRawBufferPointer(key)
    do throws(TermDamage) {
      if try !isRunLess(than: bytes), try walkRun(to: bytes, &budget) { return true }
    } catch {
      throw blocks.damaged(block, error)
    }
    budget.leap()
    return try move(to: key)
  }

  /// Whether the next run of the block shows that all terms of the run are less than a key.
  private func isRunLess(than key: UnsafeRawBufferPointer) throws(TermDamage) -> Bool {
    guard runNumber + 1 < reader.block.runCount else { return false }
    return try !ByteOrder.precedes(key, reader.block.run(runNumber + 1).firstTerm())
  }

  /// Moves on to the first term of the run that is not less than a key; `false` at the run's end.
  private mutating func walkRun(
    to key: UnsafeRawBufferPointer, _ budget: inout TermWalkBudget
  ) throws(TermDamage) -> Bool {
    // How many bytes of the key are those of the last term put together, which is less than it. Terms
    // that share more with the one before are less too, and are not put together.
    var matched = ByteOrder.sharedCount(UnsafeRawBufferPointer(text.bytes), key)
    while try run.next() {
      budget.step()
      if run.shared > matched { continue }
      try text.advance(shared: run.shared, suffix: run.suffix, of: run.bytes)
      if run.shared < matched { return true }
      let term = UnsafeRawBufferPointer(text.bytes)
      matched += ByteOrder.sharedCount(
        UnsafeRawBufferPointer(rebasing: term[matched...]),
        UnsafeRawBufferPointer(rebasing: key[matched...]))
      if matched == key.count || matched < term.count && term[matched] > key[matched] {
        return true
      }
    }
    return false
  }

  /// Reads the entry of the term.
  mutating func readEntry() throws(StorageError) {
    do throws(TermDamage) {
      found = try run.entry()
    } catch {
      throw blocks.damaged(block, error)
    }
  }

  /// The term, valid until the cursor moves.
  package var term: UnsafeBufferPointer<UInt8> { text.bytes }

  /// The term's entry.
  package var entry: TermEntry { found }
}
