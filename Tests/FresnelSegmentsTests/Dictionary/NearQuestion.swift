import FresnelSegments
import FresnelStorage
import FresnelTestSupport

/// A question for the terms near a term, with the answer in its simplest form: the whole table of distances
/// to each term.
struct NearQuestion {
  let term: [UInt8]
  let distance: Int
  let exactPrefix: Int
  let asPrefix: Bool

  struct Answer {
    let term: [UInt8]
    let distance: Int
    let entry: TermEntry

    var text: String { "\(term) \(distance) \(entry.groups)" }
  }

  /// The near terms of a dictionary, or the shortest near beginnings.
  func answers(_ sample: DictionarySample) -> [Answer] {
    let target = Self.characters(term)
    let exact = target.prefix(exactPrefix)
    let alphabets = Set(target.map { Self.alphabet(of: $0.value) })
    let isAny = target.contains { $0.value > 0x10_FFFF }
    var answers: [Answer] = []
    for element in sample.elements {
      let all = Self.characters(element.term).prefix(target.count + distance + 1)
      guard all.starts(with: exact, by: { $0.value == $1.value }) else { continue }
      let distances = Self.distances(of: all.map(\.value), to: target.map(\.value))
      let isWhole = all.last?.end ?? 0 == element.term.count
      let counts = asPrefix ? exact.count...all.count : all.count...all.count
      let isNear = { (count: Int) -> Bool in
        distances[count] <= distance
          && (isAny
            || all.prefix(count).allSatisfy { alphabets.contains(Self.alphabet(of: $0.value)) })
          && (asPrefix ? count == 0 || all[count - 1].value <= 0x10_FFFF : isWhole)
      }
      guard let count = counts.first(where: isNear) else { continue }
      let found = Array(element.term.prefix(count == 0 ? 0 : all[count - 1].end))
      if asPrefix, answers.last?.term == found { continue }
      answers.append(
        Answer(term: found, distance: distances[count], entry: element.entry))
    }
    return answers
  }

  /// How many letters of its alphabet follow the beginnings of the term in others.
  func continuations(_ terms: [[UInt32]]) -> Int {
    let target = Self.characters(term).map(\.value)
    var found: Set<[UInt32]> = []
    for all in terms {
      let count = zip(all, target).prefix { $0 == $1 }.count
      guard count >= exactPrefix, count < all.count else { continue }
      if Self.alphabet(of: all[count]) == Self.alphabet(of: target[0]) {
        found.insert(Array(all.prefix(count + 1)))
      }
    }
    return found.count + target.count
  }

  /// The distances of all beginnings by the definition: the whole table, nothing left out.
  static func distances(of left: [UInt32], to right: [UInt32]) -> [Int] {
    let row = [Int](repeating: 0, count: right.count + 1)
    var table = [[Int]](repeating: row, count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        if row == 0 || column == 0 {
          table[row][column] = row + column
          continue
        }
        let differs = left[row - 1] == right[column - 1] ? 0 : 1
        var least = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1,
          table[row - 1][column - 1] + differs)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table.map { $0[right.count] }
  }

  /// The characters of UTF-8, and where they end; a byte that belongs to none is one of its own.
  static func characters(_ bytes: [UInt8]) -> [(value: UInt32, end: Int)] {
    var result: [(value: UInt32, end: Int)] = []
    var rest = bytes[...]
    while let first = rest.first {
      let count = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let count, let text = String(validating: rest.prefix(count), as: UTF8.self),
        let scalar = text.unicodeScalars.first
      {
        rest = rest.dropFirst(count)
        result.append((scalar.value, rest.startIndex))
      } else {
        rest = rest.dropFirst()
        result.append((0x11_0000 + UInt32(first), rest.startIndex))
      }
    }
    return result
  }

  /// A number for the alphabet of a character, of those that the dictionaries have.
  private static func alphabet(of character: UInt32) -> UInt32 {
    switch character {
    case 0...0x36F: 0
    case 0x370...0x3FF: 1
    case 0x400...0x52F: 2
    case 0x590...0x5FF: 3
    case 0x600...0x6FF, 0x750...0x77F: 4
    case 0xAC00...0xD7FF: 5
    case 0x3400...0x9FFF: 6
    default: character / 128 + 7
    }
  }
}

extension TermDictionary {
  /// The near terms as texts with their distances.
  func near(
    _ text: String, _ distance: Int, exactPrefix: Int = 0, asPrefix: Bool = false
  ) throws -> [String] {
    let question = NearQuestion(
      term: Array(text.utf8), distance: distance, exactPrefix: exactPrefix, asPrefix: asPrefix)
    return try answers(question).map {
      "\(String(decoding: $0.term, as: UTF8.self)) \($0.distance)"
    }
  }

  /// What the dictionary answers a question.
  func answers(_ question: NearQuestion) throws -> [NearQuestion.Answer] {
    var budget = TermWalkBudget()
    return try answers(question, &budget)
  }

  /// What the dictionary answers a question with some work.
  func answers(
    _ question: NearQuestion, _ budget: inout TermWalkBudget
  ) throws -> [NearQuestion.Answer] {
    var found: [NearQuestion.Answer] = []
    try question.term.withUnsafeBufferPointer { (term) throws(StorageError) in
      try forEach(
        near: term, distance: question.distance, exactPrefix: question.exactPrefix,
        asPrefix: question.asPrefix, &budget
      ) { (term, distance, entry) throws(StorageError) in
        found.append(.init(term: Array(term), distance: distance, entry: entry))
        return true
      }
    }
    return found
  }
}

extension SeededGenerator {
  /// A word of some letters.
  mutating func word(_ letters: String, _ counts: ClosedRange<Int>) -> String {
    let all = Array(letters)
    let count = Int.random(in: counts, using: &self)
    return String((0..<count).compactMap { _ in all.randomElement(using: &self) })
  }
}
