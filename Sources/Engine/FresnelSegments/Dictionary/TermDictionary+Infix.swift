package import FresnelStorage

extension TermDictionary {
  /// Calls the body with the terms that hold some bytes, in order, until it returns `false`.
  ///
  /// - Parameters:
  ///   - needle: The bytes; fewer than three make it look at every term.
  ///   - atEnd: Whether the terms must end with them.
  ///   - goesOn: Asked before each block of terms, which takes some microseconds; when it returns
  ///     `false`, the walk ends.
  ///   - body: Is handed the term, valid during the call, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  /// - Complexity: With an index, and three bytes or more, the runs are read that hold all sequences
  ///   of three bytes of the needle; else all.
  package func forEach(
    containing needle: UnsafeBufferPointer<UInt8>, atEnd: Bool, goesOn: () -> Bool = { true },
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    var reader = TermBlockReader(terms, bypassingCache: false)
    var match = InfixMatch(UnsafeRawBufferPointer(needle), atEnd: atEnd)
    if let grams, needle.count >= 3 {
      let runs = try grams.runs(
        holding: UnsafeRawBufferPointer(needle), runCount: terms.location.runCount)
      var block = 0
      for run in runs where goesOn() {
        block = terms.index.block(ofRun: run, from: block)
        let number = Int(run - terms.index.runs(of: block).lowerBound)
        guard try forEach(match: &match, block: block, number..<number + 1, &reader, body) else {
          return
        }
      }
      return
    }
    for block in 0..<terms.count where goesOn() {
      let runs = 0..<terms.index.runs(of: block).count
      guard try forEach(match: &match, block: block, runs, &reader, body) else { return }
    }
  }

  /// Calls the body with the matches in some runs of a block; `false` when the body returned it.
  @inline(__always)
  private func forEach(
    match: inout InfixMatch, block: Int, _ runs: Range<Int>, _ reader: inout TermBlockReader,
    _ body: (UnsafeBufferPointer<UInt8>, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    try reader.read(block)
    guard runs.upperBound <= reader.block.runCount else { throw terms.damaged(block, .range) }
    for number in runs {
      var run = TermRunReader()
      do throws(TermDamage) {
        run = try reader.block.run(number)
        match.beginRun()
      } catch {
        throw terms.damaged(block, error)
      }
      while true {
        let entry: TermEntry
        do throws(TermDamage) {
          guard try match.next(in: &run) else { break }
          entry = try run.entry()
        } catch {
          throw terms.damaged(block, error)
        }
        guard try body(match.term, entry) else { return false }
      }
    }
    return true
  }
}

extension TermBlocks {
  /// The most grams of a needle that are looked up.
  private static let maximumGramCount = 8
  /// How many runs of a list are read in the time that one run of terms takes to be looked through.
  private static let runsPerWalk = 128

  /// The runs that hold all grams of a needle, ascending; with a few more where this is quicker.
  ///
  /// - Parameters:
  ///   - needle: Three bytes or more.
  ///   - runCount: The number of runs of terms.
  /// - Returns: Their numbers.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func runs(
    holding needle: UnsafeRawBufferPointer, runCount: UInt32
  ) throws(StorageError) -> [UInt32] {
    var lists: [PostingListLocation] = []
    // Every byte of a long needle is in some gram, but not each of its grams is looked up.
    let step = min(3, (needle.count - 3) / Self.maximumGramCount + 1)
    var start = 0
    while lists.count < Self.maximumGramCount {
      let gram = UnsafeRawBufferPointer(rebasing: needle[start..<start + 3])
      guard let entry = try find(gram.assumingMemoryBound(to: UInt8.self)) else { return [] }
      lists.append(entry[.titleStart])
      if start == needle.count - 3 { break }
      start = min(start + step, needle.count - 3)
    }
    lists.sort { $0.count < $1.count }
    var runs: [UInt32] = []
    for (index, list) in lists.enumerated() {
      if index > 0, Int(list.count) > runs.count * Self.runsPerWalk { break }
      runs = try read(list, runCount: runCount, keeping: index == 0 ? nil : runs)
    }
    return runs
  }

  /// The runs of a list; of those given, where some are.
  private func read(
    _ list: PostingListLocation, runCount: UInt32, keeping runs: [UInt32]?
  ) throws(StorageError) -> [UInt32] {
    var result: [UInt32] = []
    let pin: BytePin
    if list.count == 1 {
      guard list.offset < UInt64(runCount) else { throw damagedList(list) }
      let run = UInt32(truncatingIfNeeded: list.offset)
      return runs.map { $0.contains(run) ? [run] : [] } ?? [run]
    }
    // Each run takes half a byte or more.
    guard list.count / 2 <= list.byteCount else { throw damagedList(list) }
    pin = try source.pin(list.offset, Int(list.byteCount))
    result.reserveCapacity(runs?.count ?? Int(list.count))
    do throws(TermDamage) {
      if let runs {
        var next = 0
        try GramList.read(pin.bytes, count: Int(list.count), runCount: runCount) { run in
          while next < runs.count, runs[next] < run { next &+= 1 }
          if next < runs.count, runs[next] == run { result.append(run) }
        }
      } else {
        try GramList.read(pin.bytes, count: Int(list.count), runCount: runCount) { run in
          result.append(run)
        }
      }
    } catch {
      throw damagedList(list)
    }
    return result
  }

  private func damagedList(_ list: PostingListLocation) -> StorageError {
    StorageError(
      .corrupted, "The infix index of a dictionary is damaged.", path: source.path,
      offset: list.count == 1 ? location.offset : list.offset)
  }
}
