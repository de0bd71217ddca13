import FresnelText

/// How a name in Chinese characters, kana or Hangul is spelt in other letters: each word of it, what begins with a
/// word, and the first letters of its syllables.
///
/// Chinese characters are read in Mandarin, but for names with kana, which are Japanese: of these the kana alone are
/// read. A character may have several readings, and a name so many that they are not all listed: those come first in
/// which the fewest characters have another reading than their usual one.
struct NameReadings {
  /// What a reading is spelt in; the first byte of the form.
  enum Spelling: UInt8 {
    /// The first letters of syllables of pinyin; behind a hyphen the first keys of syllables of Hangul.
    case initials = 1
    /// Pinyin.
    case han = 2
    /// ``KanaSpelling``.
    case kana = 3
    /// ``HangulKeys``.
    case jamo = 4
    /// ``CyrillicSpelling``, as all that follow of single words, see ``SpelledWords``.
    case cyrillic = 5
    /// ``GreekSpelling``.
    case greek = 6
    /// ``ConsonantSpelling`` of Arabic.
    case arabic = 7
    /// ``ConsonantSpelling`` of Hebrew.
    case hebrew = 8
  }

  /// A reading of a name.
  struct Reading {
    /// The form, as ``ItemForms`` has it.
    let form: [UInt8]
    /// Whether it begins where the name does.
    let isFirst: Bool
  }

  /// The most bytes of a form; what a longer one has behind them is left out.
  static let mostBytes = 96
  /// Behind the reading of a word, so that words are told from what begins so.
  static let endOfWord: UInt8 = 0
  /// In front of initials that are of Hangul.
  static let hangulInitials = UInt8(ascii: "-")

  /// Longer names have only the readings of one word.
  private static let mostCharacters = 32
  /// The most readings of a word, and of what begins with the first word of a name.
  private static let mostWays = 16
  /// The most readings of what begins with another word, and of initials.
  private static let mostOtherWays = 4
  private static let leastInitials = 2

  private let script: NameElement.Script
  let elements: [NameElement]
  /// The places of the elements that are a word, or stand in front of one.
  let words: [Range<Int>]

  /// The readings of a name, what is most likely typed first.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - count: How many of its runs.
  ///   - limit: How many readings are wanted: no more words are read than may have one among them.
  /// - Returns: The readings.
  static func readings(of text: FormText, runCount count: Int, limit: Int) -> [Reading] {
    guard mayRead(text, runCount: count) else { return [] }
    return all(of: text, runCount: count).flatMap { $0.readings(limit: limit) }
  }

  /// A name by each of the scripts that it is read as.
  static func all(of text: FormText, runCount count: Int) -> [NameReadings] {
    let bytes = text.bytes
    let elements = text.runs[..<count].map { NameElement($0, in: bytes) }
    let isJapanese = elements.contains { $0.script == .kana }
    let name = String(decoding: bytes, as: UTF8.self)
    let scripts: [NameElement.Script] = [isJapanese ? .kana : .han, .hangul]
    return scripts.compactMap { script in
      elements.contains { $0.script == script }
        ? NameReadings(of: elements, in: name, as: script) : nil
    }
  }

  /// Whether some runs of a name are in one of the scripts.
  static func mayRead(_ text: FormText, runCount count: Int) -> Bool {
    text.runs[..<count].contains { $0.characterClass == .single || $0.characterClass == .hangul }
  }

  private init(of elements: [NameElement], in name: String, as script: NameElement.Script) {
    self.elements = elements
    self.script = script
    var words: [Range<Int>] = []
    var place = 0
    for range in WordSegmenter.words(in: name, locale: .root) {
      // A word of several scripts is one of each.
      while place < elements.count, elements[place].range.lowerBound < range.upperBound {
        let start = place
        while place < elements.count, elements[place].range.lowerBound < range.upperBound,
          elements[place].isRead(as: script)
        {
          place += 1
        }
        let isInFront = place < elements.count && elements[place].script == script
        let hasScript = elements[start..<place].contains { $0.script == script }
        if start < place, isInFront || hasScript { words.append(start..<place) }
        if start == place { place += 1 }
      }
    }
    guard elements.count > Self.mostCharacters else {
      self.words = words
      return
    }
    // Of a long Japanese name that begins with Chinese characters, the first kana are a particle.
    let word = script == .kana ? words.max { $0.count < $1.count } : words.first
    self.words = word.map { [$0] } ?? []
  }

  private func readings(limit: Int) -> [Reading] {
    var lists: [[Reading]] = []
    for word in words where lists.count < limit {
      lists += self.lists(
        of: elements[word], rest: rest(from: word.lowerBound), isFirst: word.lowerBound == 0)
    }
    let rounds = lists.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      lists.compactMap { round < $0.count ? $0[round] : nil }
    }
  }

  /// What begins with a word: up to a character of another script.
  func rest(from start: Int) -> ArraySlice<NameElement> {
    let end = elements[start...].firstIndex { !$0.isRead(as: script) }
    return elements[start..<(end ?? elements.count)].prefix(Self.mostCharacters)
  }

  /// The readings of a word, of what begins with it, and the initials.
  func lists(
    of word: ArraySlice<NameElement>, rest: ArraySlice<NameElement>, isFirst: Bool
  ) -> [[Reading]] {
    var lists: [[Reading]] = []
    let restLimit = isFirst ? Self.mostWays : Self.mostOtherWays
    // A syllable of Hangul is on the way to another one, so that words are not asked for.
    let listsWord = script != .hangul && word.contains { $0.script == script }
    if listsWord {
      lists.append(readings(of: word, limit: Self.mostWays, end: [Self.endOfWord], isFirst))
    }
    if rest.count > word.count || !listsWord {
      lists.append(readings(of: rest, limit: restLimit, end: [], isFirst))
    }
    let letters = rest.map(\.initials)
    guard script != .kana, letters.reduce(0, { $0 + ($1.first?.count ?? 0) }) >= Self.leastInitials
    else { return lists }
    let start = [Spelling.initials.rawValue] + (script == .hangul ? [Self.hangulInitials] : [])
    lists.append(
      Self.ways(letters, limit: Self.mostOtherWays).map {
        Reading(form: start + $0.prefix(Self.mostBytes - start.count), isFirst: isFirst)
      })
    return lists
  }

  private func readings(
    of elements: ArraySlice<NameElement>, limit: Int, end: [UInt8], _ isFirst: Bool
  ) -> [Reading] {
    Self.ways(elements.map(\.readings), limit: limit).map { letters in
      var spelling = Spelling.han
      var spelt = script == .han ? Pinyin.canonical(letters) : letters
      if script == .hangul { spelling = .jamo }
      if script == .kana {
        spelling = .kana
        spelt = KanaSpelling.spelling(of: String(decoding: letters, as: UTF8.self).unicodeScalars)
      }
      let most = Self.mostBytes - 1 - end.count
      return Reading(form: [spelling.rawValue] + spelt.prefix(most) + end, isFirst: isFirst)
    }
  }

  /// Ways to choose one of each of some lists, those first that choose the first one of the most lists.
  private static func ways(_ choices: [[[UInt8]]], limit: Int) -> [[UInt8]] {
    var ways = [Array(repeating: 0, count: choices.count)]
    var next = 0
    while next < ways.count, ways.count < limit {
      let way = ways[next]
      next += 1
      for place in ((way.lastIndex { $0 > 0 } ?? -1) + 1)..<choices.count {
        for choice in choices[place].indices.dropFirst() where ways.count < limit {
          var other = way
          other[place] = choice
          ways.append(other)
        }
      }
    }
    return ways.map { way in Array(zip(choices, way).flatMap { $0[$1] }) }
  }
}
