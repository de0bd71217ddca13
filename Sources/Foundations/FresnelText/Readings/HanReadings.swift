/// How Chinese characters are read in Mandarin: syllables of pinyin in small ASCII letters, without tones.
///
/// ICU's transliteration gives each character the one reading that it mostly has, which is wrong in words such as
/// 银行 (*yinhang*) and 长城 (*changcheng*). The table has all readings of the present language.
package enum HanReadings {
  /// The readings of a character, the most frequent first.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: At most eight different syllables; none for what is no such character, or one whose reading is unknown.
  /// - Complexity: O(1), but the first use takes the table apart: some milliseconds.
  package static func readings(of scalar: UInt32) -> [[UInt8]] {
    guard scalar >= first, scalar < end else { return [] }
    let place = Int(scalar - first)
    return lists.numbers[Int(lists.starts[place])..<Int(lists.starts[place + 1])]
      .map { lists.syllables[Int($0)] }
  }

  /// Whether letters are the reading of some character.
  ///
  /// - Parameter letters: ASCII letters.
  /// - Returns: Whether they are.
  package static func isSyllable(_ letters: ArraySlice<UInt8>) -> Bool {
    syllables.contains(Array(letters))
  }

  private static let syllables = Set(lists.syllables)

  private static let first: UInt32 = 0x3400
  private static let end: UInt32 = 0xA000

  /// The table by character.
  private struct Lists {
    /// The different syllables.
    var syllables: [[UInt8]] = []
    /// Where the readings of each character begin, and where those of the last one end.
    var starts: [UInt32]
    /// The readings of one character after the other, as places among the syllables.
    var numbers: [UInt16]
  }

  private static let lists: Lists = {
    var numbers: [[UInt8]: UInt16] = [:]
    var lists = Lists(starts: Array(repeating: 0, count: Int(end - first) + 1), numbers: [])
    // Counts first, so that the lists lie side by side.
    forEachReading { _, scalar in lists.starts[Int(scalar - first) + 1] += 1 }
    for place in 1..<lists.starts.count { lists.starts[place] += lists.starts[place - 1] }
    lists.numbers = Array(repeating: 0, count: Int(lists.starts[lists.starts.count - 1]))
    var next = lists.starts
    forEachReading { syllable, scalar in
      let number = numbers[syllable] ?? UInt16(lists.syllables.count)
      if number == lists.syllables.count {
        lists.syllables.append(syllable)
        numbers[syllable] = number
      }
      lists.numbers[Int(next[Int(scalar - first)])] = number
      next[Int(scalar - first)] += 1
    }
    return lists
  }()

  /// Calls a closure with each reading of each character; the readings of one come in their order.
  private static func forEachReading(_ body: (_ syllable: [UInt8], _ scalar: UInt32) -> Void) {
    let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    var syllable: [UInt8] = []
    var offset = 0
    var isInSyllable = false
    while offset < bytes.count {
      let (scalar, byteCount) = decodeScalar(in: bytes, at: offset)
      offset += byteCount
      if scalar &- 0x61 < 26 {
        if !isInSyllable { syllable.removeAll(keepingCapacity: true) }
        syllable.append(UInt8(scalar))
        isInSyllable = true
      } else {
        isInSyllable = false
        if scalar >= first, scalar < end { body(syllable, scalar) }
      }
    }
  }
}
