extension NearTerms {
  /// Where the next term is that may be near.
  enum Next {
    /// It is the next one of the dictionary, or comes later.
    case term
    /// It is not less than ``NearTerms/key``.
    case key
    /// There is none.
    case nothing
  }

  /// The least bytes that a term has which may be near, after ``Next/key``; valid until the next call.
  var key: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: nextKey.base, count: nextKey.count)
  }

  /// Finds where the next term is that may be near, after one that was judged.
  mutating func next(after term: UnsafeRawBufferPointer) -> Next {
    if let row = strictRow {
      let start = row == 0 ? 0 : ends[row - 1]
      return leap(behind: term, from: row, start) ? .key : pass(start)
    }
    switch end {
    case .term, .stray:
      return .term
    case .decided:
      return pass(bytes.count)
    case .foreign(let character):
      guard let next = alphabets.next(after: character).flatMap(Unicode.Scalar.init) else {
        return pass(bytes.count)
      }
      setKey(toFirst: bytes.count)
      UTF8.encode(next)?.forEach { nextKey.append($0) }
      return .key
    }
  }

  /// How many characters at the start have no error left and end where a character does; `nil` when all have.
  private var strictRow: Int? {
    guard var row = table.strictRow else { return nil }
    while row > 0, row <= ends.count, isStray(row - 1) { row += 1 }
    return row <= (isDead ? ends.count - 1 : ends.count) ? row : nil
  }

  /// Moves the key to the next continuation of the first `row` characters, which end at `start` and have no
  /// error left; `false` when there is none.
  private mutating func leap(
    behind term: UnsafeRawBufferPointer, from row: Int, _ start: Int
  ) -> Bool {
    var passed = UnsafeRawBufferPointer(rebasing: term[start...])
    var passesAll = false
    if case .decided = end {
      passed = UnsafeRawBufferPointer(rebasing: term[start..<bytes.count])
      passesAll = true
    }
    var least: Continuation?
    let (target, ends) = (target, targetEnds)
    table.forEachContinuation(of: row) { first, rest in
      let next = Continuation(target, ends, first: first, rest: rest)
      if next.follows(passed, andAllThatBeginSo: passesAll),
        least.map({ next.precedes($0) }) ?? true
      {
        least = next
      }
    }
    guard let least else { return false }
    setKey(toFirst: start)
    for index in 0..<least.count { nextKey.append(least[index]) }
    return true
  }

  /// Moves the key behind all terms that begin with the first bytes of the term.
  private mutating func pass(_ count: Int) -> Next {
    setKey(toFirst: count)
    while nextKey.count > 0, nextKey[nextKey.count - 1] == 0xFF { nextKey.removeLast(1) }
    if nextKey.count == 0 { return .nothing }
    nextKey[nextKey.count - 1] += 1
    return .key
  }

  private mutating func setKey(toFirst count: Int) {
    nextKey.removeAll()
    nextKey.append(contentsOf: bytes.base, count: count)
  }
}

/// What follows a beginning that has no error left: perhaps one character of the text that terms are
/// compared with, then its end.
private struct Continuation {
  private let target: [UInt8]
  private let first: Range<Int>
  private let rest: Int
  let count: Int

  init(_ target: [UInt8], _ ends: [Int], first: Int?, rest: Int) {
    func start(_ character: Int) -> Int { character == 0 ? 0 : ends[character - 1] }
    self.target = target
    self.first = first.map { start($0)..<ends[$0] } ?? 0..<0
    self.rest = start(rest)
    count = self.first.count + target.count - self.rest
  }

  subscript(index: Int) -> UInt8 {
    index < first.count ? target[first.lowerBound + index] : target[rest + index - first.count]
  }

  /// Whether it comes after some bytes, and if so asked, does not begin with them.
  func follows(_ other: UnsafeRawBufferPointer, andAllThatBeginSo passesAll: Bool) -> Bool {
    for index in 0..<min(count, other.count) where self[index] != other[index] {
      return self[index] > other[index]
    }
    return !passesAll && count > other.count
  }

  func precedes(_ other: Continuation) -> Bool {
    for index in 0..<min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index]
    }
    return count < other.count
  }
}
