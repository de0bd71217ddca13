/// The runs of folded UTF-8, in order, as ``CharacterClass`` cuts them.
package struct FoldedRuns {
  /// Bytes that belong together.
  package struct Run: Equatable {
    /// Their place.
    package let range: Range<Int>
    /// What they are.
    package let characterClass: CharacterClass
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// The buffer must outlive the runs.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next run; `nil` after the last.
  package mutating func next() -> Run? {
    guard let (start, first) = nextCharacter() else { return nil }
    if first != .single {
      while offset < bytes.count {
        let before = offset
        let next = decode()
        if next == first || (next == .mark && first == .plain) { continue }
        offset = before
        break
      }
    }
    return Run(range: start..<offset, characterClass: first)
  }

  /// Where the next run starts, of which only the first character is read; `nil` after the last.
  ///
  /// - Complexity: O(*n*) in the bytes between the runs.
  package mutating func nextStart() -> Int? { nextCharacter()?.start }

  /// Moves past the first character that belongs to a run.
  private mutating func nextCharacter() -> (start: Int, characterClass: CharacterClass)? {
    while offset < bytes.count {
      let start = offset
      let first = decode()
      if first != .separator, first != .mark { return (start, first) }
    }
    return nil
  }

  /// The length of the marks that the bytes begin with: whether they go on with a run depends on what
  /// precedes the bytes.
  package static func leadingMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var runs = FoldedRuns(bytes)
    while runs.offset < bytes.count {
      let before = runs.offset
      if runs.decode() != .mark { return before }
    }
    return bytes.count
  }

  /// Moves past one character and returns its class; a byte that starts none separates.
  private mutating func decode() -> CharacterClass {
    let lead = bytes[offset]
    if lead < 0x80 {
      offset += 1
      return CharacterClass.of(UInt32(lead))
    }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead < 0xF5, offset + length <= bytes.count else {
      offset += 1
      return .separator
    }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = bytes[offset + index]
      guard byte & 0xC0 == 0x80 else {
        offset += 1
        return .separator
      }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    offset += length
    return CharacterClass.of(scalar)
  }
}
