package import FresnelStorage

extension TermDictionary {
  /// Calls the body with the lists of all terms that begin with some bytes, term by term in order.
  ///
  /// - Parameters:
  ///   - prefix: The bytes.
  ///   - goesOn: Told how many terms were found in a run; when it returns `false`, the walk ends.
  ///   - body: Is handed whether the term equals the prefix, the number of a group in which it has
  ///     postings, and where these are.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: Blocks are read as far as there are such terms; of a run the entries up to the last.
  @inline(__always)
  package func forEachList(
    startingWith prefix: UnsafeBufferPointer<UInt8>, goesOn: (Int) -> Bool,
    _ body: (_ isEqual: Bool, _ group: Int, PostingListLocation) -> Void
  ) throws(StorageError) {
    let prefix = UnsafeRawBufferPointer(prefix)
    guard let first = terms.index.block(of: prefix) else { return }
    var reader = TermBlockReader(terms, bypassingCache: false)
    for block in first..<terms.count {
      try reader.read(block)
      do throws(TermDamage) {
        let isOver = try reader.block.forEachList(startingWith: prefix, goesOn: goesOn, body)
        if isOver { return }
      } catch {
        throw terms.damaged(block, error)
      }
    }
  }
}

extension TermBlock {
  /// Calls the body with the lists of those terms of the block that begin with some bytes.
  ///
  /// - Returns: Whether the walk is over: `goesOn` returned `false`, or a greater term was met.
  @inline(__always)
  fileprivate func forEachList(
    startingWith prefix: UnsafeRawBufferPointer, goesOn: (Int) -> Bool,
    _ body: (_ isEqual: Bool, _ group: Int, PostingListLocation) -> Void
  ) throws(TermDamage) -> Bool {
    for number in (try lastRun(notAfter: prefix) ?? 0)..<runCount {
      var run = try run(number)
      switch try run.seek(prefix) {
      case .end: continue
      case .greater: return true
      case .beginning:
        let first = run.index
        let isFirstEqual = run.suffix.count == prefix.count - run.shared
        var count = 1
        var isOver = false
        // A term that shares fewer bytes with one that begins so is greater than all that do.
        while !isOver, try run.next() {
          if run.shared < prefix.count { isOver = true } else { count += 1 }
        }
        try run.forEachList(of: first..<first + count) { term, group, list in
          body(isFirstEqual && term == first, group, list)
        }
        if !goesOn(count) || isOver { return true }
      }
    }
    return false
  }
}

extension TermRunReader {
  /// Where a walk to the terms that begin with some bytes has come to.
  fileprivate enum Position {
    /// At the first term that begins with them.
    case beginning
    /// At a term that is greater than all that begin with them.
    case greater
    /// Behind the last term, all of which are less.
    case end
  }

  /// Moves from the start of the run to the first term that is not less than some bytes.
  @inline(__always)
  fileprivate mutating func seek(_ key: UnsafeRawBufferPointer) throws(TermDamage) -> Position {
    // As in a look-up: how many bytes of the key are those of the term before, which is less.
    var matched = 0
    while try next() {
      if shared > matched { continue }
      if shared < matched { return .greater }
      let rest = UnsafeRawBufferPointer(rebasing: key[matched...])
      let suffix = UnsafeRawBufferPointer(rebasing: bytes[suffix])
      let equal = ByteOrder.sharedCount(suffix, rest)
      if equal == rest.count { return .beginning }
      if equal < suffix.count, suffix[equal] > rest[equal] { return .greater }
      matched &+= equal
    }
    return .end
  }
}
