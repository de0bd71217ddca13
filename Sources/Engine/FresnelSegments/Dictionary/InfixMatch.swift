/// Finds the terms of a run that hold or end with some bytes.
struct InfixMatch: ~Copyable {
  private let needle: UnsafeRawBufferPointer
  private let atEnd: Bool
  private var text = TermBuffer()
  /// The end of the first occurrence in the term; `Int.max` when there is none.
  private var matchEnd = Int.max

  /// Looks for bytes, which must stay where they are.
  init(_ needle: UnsafeRawBufferPointer, atEnd: Bool) {
    self.needle = needle
    self.atEnd = atEnd
  }

  /// The term that matched last, valid until the next call.
  var term: UnsafeBufferPointer<UInt8> { text.bytes }

  /// Forgets the last term: the next one may be any.
  mutating func beginRun() {
    text.clear()
    matchEnd = .max
  }

  /// Moves to the next term that matches; `false` at the end of the run.
  @inline(__always)
  mutating func next(in run: inout TermRunReader) throws(TermDamage) -> Bool {
    while try run.next() {
      try text.advance(shared: run.shared, suffix: run.suffix, of: run.bytes)
      let bytes = UnsafeRawBufferPointer(text.bytes)
      if atEnd {
        if equals(bytes, at: bytes.count &- needle.count) { return true }
        continue
      }
      // What is shared with the term before was looked through already.
      if matchEnd <= run.shared { return true }
      matchEnd = end(in: bytes, from: max(0, run.shared &- needle.count &+ 1))
      if matchEnd != .max { return true }
    }
    return false
  }

  @inline(__always)
  private func equals(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start >= 0 else { return false }
    var index = 0
    while index < needle.count {
      if bytes[start &+ index] != needle[index] { return false }
      index &+= 1
    }
    return true
  }

  /// The end of the first occurrence that starts at an offset or later; `Int.max` when there is none.
  @inline(__always)
  private func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard needle.count > 0 else { return 0 }
    let first = needle[0]
    var start = start
    let last = bytes.count &- needle.count
    while start <= last {
      if bytes[start] == first, equals(bytes, at: start) { return start &+ needle.count }
      start &+= 1
    }
    return .max
  }
}
