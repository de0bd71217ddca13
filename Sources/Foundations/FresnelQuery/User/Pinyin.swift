import FresnelText

/// Pinyin as people type it: with `v` for `ü`, and with digits for tones.
enum Pinyin {
  /// A spelling in the one form that stands for all ways to type it: of names as well as of what is typed, so that the
  /// Latin letters of a name are found too.
  ///
  /// - Parameter spelling: Folded ASCII letters and digits.
  /// - Returns: The spelling with `u` for each `v`, as folding has it for `ü`.
  static func canonical(_ spelling: [UInt8]) -> [UInt8] {
    spelling.map { $0 == UInt8(ascii: "v") ? UInt8(ascii: "u") : $0 }
  }

  /// A spelling without digits that may be tones: single ones from 1 to 5 behind syllables.
  ///
  /// - Parameter spelling: Folded ASCII letters and digits.
  /// - Returns: The letters and other digits; `nil` where there are no such digits.
  /// - Complexity: O(*n*) in the spelling.
  static func withoutTones(_ spelling: [UInt8]) -> [UInt8]? {
    var tones: Set<Int> = []
    var start = 0
    for (place, byte) in spelling.enumerated() {
      if isLetter(byte) {
        if place > 0, !isLetter(spelling[place - 1]) { start = place }
        continue
      }
      let isSingle = place + 1 == spelling.count || isLetter(spelling[place + 1])
      guard 0x31...0x35 ~= byte, isSingle, place > start, isLetter(spelling[place - 1]),
        areSyllables(spelling[start..<place])
      else { continue }
      tones.insert(place)
    }
    guard !tones.isEmpty else { return nil }
    return spelling.indices.filter { !tones.contains($0) }.map { spelling[$0] }
  }

  /// Whether a byte is a folded Latin letter.
  static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  private static let mostSyllableBytes = 6

  /// Whether letters are syllables one after the other.
  private static func areSyllables(_ letters: ArraySlice<UInt8>) -> Bool {
    var ends = [letters.startIndex]
    for end in letters.indices.map({ $0 + 1 }) {
      let isEnd = ends.suffix(mostSyllableBytes).contains { start in
        end - start <= mostSyllableBytes && HanReadings.isSyllable(letters[start..<end])
      }
      if isEnd { ends.append(end) }
    }
    return ends.last == letters.endIndex
  }
}
