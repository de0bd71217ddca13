import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("TermDictionary, near terms")
struct TermDictionaryNearTests {
  @Test(
    "the terms within a distance are those that the whole table of distances tells",
    arguments: 0..<8 as Range<UInt64>)
  func nearTerms(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = DictionarySample(count: 800, &random)
    let dictionary = try sample.dictionary()
    for _ in 0..<3 {
      var term = sample.elements.randomElement(using: &random)?.term ?? []
      if Bool.random(using: &random) { term = random.mutate(term, changes: 1) }
      term = Array(term.prefix(12))
      let distance = Int.random(in: 0...3, using: &random)
      let exactPrefix = Int.random(in: 0...3, using: &random)
      let scalars = Self.scalars(term)
      let expected = sample.elements.compactMap { element -> String? in
        let other = Self.scalars(element.term)
        let prefix = scalars.prefix(exactPrefix)
        guard other.starts(with: prefix), abs(other.count - scalars.count) <= distance else {
          return nil
        }
        let found = Self.distance(scalars, other)
        return found <= distance ? "\(element.term) \(found) \(element.entry.groups)" : nil
      }
      var found: [String] = []
      try term.withUnsafeBufferPointer { (term) throws(StorageError) in
        try dictionary.forEach(near: term, distance: distance, exactPrefix: exactPrefix) {
          (term, distance, entry) throws(StorageError) in
          found.append("\(Array(term)) \(distance) \(entry.groups)")
          return true
        }
      }
      try #require(
        found == expected, "seed \(seed), \(term), distance \(distance), prefix \(exactPrefix)")
    }
  }

  @Test("an exchange of neighbours is one change, and letters beyond ASCII are letters")
  func changes() throws {
    let dictionary = try DictionarySample(terms: [
      "receive", "recieve", "receiver", "deceive", "reçeive", "recipe", "große", "grosse", "grße",
    ]).dictionary()
    func near(_ text: String, _ distance: Int, exactPrefix: Int = 0) throws -> [String] {
      var found: [String] = []
      try Array(text.utf8).withUnsafeBufferPointer { (term) throws(StorageError) in
        try dictionary.forEach(near: term, distance: distance, exactPrefix: exactPrefix) {
          (term, distance, _) throws(StorageError) in
          found.append("\(String(decoding: term, as: UTF8.self)) \(distance)")
          return true
        }
      }
      return found
    }
    #expect(
      try near("receive", 1)
        == ["deceive 1", "receive 0", "receiver 1", "recieve 1", "reçeive 1"])
    #expect(
      try near("receive", 1, exactPrefix: 3) == ["receive 0", "receiver 1", "recieve 1"])
    #expect(try near("große", 1) == ["große 0", "grße 1"])
    #expect(try near("große", 2) == ["grosse 2", "große 0", "grße 1"])
    #expect(try near("zzz", 2) == [])
  }

  /// Distances by the definition: the whole table, nothing left out.
  private static func distance(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
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
    return table[left.count][right.count]
  }

  /// The characters of UTF-8; a byte that belongs to none is one of its own.
  private static func scalars(_ bytes: [UInt8]) -> [UInt32] {
    var result: [UInt32] = []
    var rest = bytes[...]
    while let first = rest.first {
      let count = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      if let count, let text = String(validating: rest.prefix(count), as: UTF8.self),
        let scalar = text.unicodeScalars.first
      {
        result.append(scalar.value)
        rest = rest.dropFirst(count)
      } else {
        result.append(0x11_0000 + UInt32(first))
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
