import FresnelText

/// A part of a name that is spelt as one: a Chinese character, one of kana, or a run of Hangul or Latin letters.
struct NameElement {
  /// What it is written in.
  enum Script {
    case latin, han, kana, hangul
    /// What has no spelling here.
    case other
  }

  /// Its place in the folded name.
  let range: Range<Int>
  /// What it is written in.
  let script: Script
  /// How it may be spelt, the most usual way first; of kana the character itself, whose spelling depends on the next.
  let readings: [[UInt8]]
  /// The first letters of its syllables, by the different readings.
  let initials: [[UInt8]]

  /// Reads a run of a name.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - bytes: The folded name.
  init(_ run: FoldedRuns.Run, in bytes: [UInt8]) {
    range = run.range
    let characters = Array(bytes[run.range])
    switch run.characterClass {
    case .hangul:
      let scalars = String(decoding: characters, as: UTF8.self).unicodeScalars
      script = .hangul
      readings = [scalars.flatMap { HangulKeys.keys(of: $0.value).utf8 }]
      initials = [scalars.flatMap { (HangulKeys.leadingKey(of: $0.value) ?? "").utf8 }]
    case .plain where characters.allSatisfy({ $0 < 0x80 }):
      script = .latin
      readings = [characters]
      initials = [Array(characters.prefix(1))]
    case .single:
      let scalar = String(decoding: characters, as: UTF8.self).unicodeScalars.first?.value ?? 0
      if KanaSpelling.isKana(scalar) {
        (script, readings, initials) = (.kana, [characters], [[]])
        return
      }
      readings = HanReadings.readings(of: scalar)
      script = readings.isEmpty ? .other : .han
      initials = readings.reduce(into: []) { letters, reading in
        let letter = Array(reading.prefix(1))
        if !letters.contains(letter) { letters.append(letter) }
      }
    default: (script, readings, initials) = (.other, [], [])
    }
  }

  /// Whether it is part of names that are spelt as those of a script are.
  func isRead(as script: Script) -> Bool { self.script == script || self.script == .latin }
}
