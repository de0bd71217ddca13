import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("TermDictionary")
struct TermDictionaryTests {
  /// From no block to a few.
  static let sizes = [0, 1, 2, 24, 25, 300, 1500]

  @Test("every term is found with its lists, and no other", arguments: 0..<14 as Range<UInt64>)
  func everyTermIsFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = DictionarySample(
      count: Self.sizes[Int(seed) % Self.sizes.count],
      documentCount: [1, 2000, 100_000, 1 << 20, 1 << 32].randomElement(using: &random) ?? 1,
      &random)
    let dictionary = try sample.dictionary(withInfixes: seed % 2 == 0)
    try #require(dictionary.count == sample.elements.count, "seed \(seed)")
    let terms = Set(sample.elements.map(\.term))
    for element in sample.elements {
      // An expectation for each term would take longer than the look-ups.
      if try dictionary.find(element.term) != element.entry {
        Issue.record("\(element.term), seed \(seed)")
      }
      for other in [element.term + [0], Array(element.term.dropLast()), element.term + [255]]
      where !terms.contains(other) {
        if try dictionary.find(other) != nil { Issue.record("\(other), seed \(seed)") }
      }
    }
  }

  @Test(
    "a cursor walks all terms in order, past the cache too", arguments: 0..<14 as Range<UInt64>)
  func cursorWalksAllTerms(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0x11)
    let sample = DictionarySample(count: Self.sizes[Int(seed) % Self.sizes.count], &random)
    let dictionary = try sample.dictionary()
    for bypassingCache in [false, true] {
      var cursor = dictionary.cursor(bypassingCache: bypassingCache)
      for element in sample.elements {
        try #require(try cursor.next(), "seed \(seed)")
        try #require(Array(cursor.term) == element.term, "seed \(seed)")
        try #require(cursor.entry == element.entry, "seed \(seed)")
      }
      #expect(try cursor.next() == false)
      #expect(try cursor.next() == false)
    }
  }

  @Test(
    "a cursor goes on from any key, forwards and backwards", arguments: 0..<14 as Range<UInt64>)
  func cursorGoesOnFromAnyKey(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0x22)
    let sample = DictionarySample(count: Self.sizes[Int(seed) % Self.sizes.count], &random)
    let dictionary = try sample.dictionary()
    var cursor = dictionary.cursor()
    for _ in 0..<300 {
      var key = sample.elements.randomElement(using: &random)?.term ?? [97]
      if Bool.random(using: &random) { key = random.mutate(key, changes: 1) }
      if Bool.random(using: &random) { key = Array(key.prefix(2)) }
      let first =
        sample.elements.firstIndex { !$0.term.lexicographicallyPrecedes(key) }
        ?? sample.elements.count
      try cursor.seek(key)
      for element in sample.elements[first...].prefix(Int.random(in: 0...40, using: &random)) {
        try #require(try cursor.next(), "seed \(seed), key \(key)")
        try #require(Array(cursor.term) == element.term, "seed \(seed), key \(key)")
        try #require(cursor.entry == element.entry, "seed \(seed), key \(key)")
      }
      if first == sample.elements.count {
        try #require(try cursor.next() == false, "seed \(seed), key \(key)")
      }
    }
  }

  @Test(
    "the lists of all terms that begin with bytes are found, and which term they equal",
    arguments: 0..<14 as Range<UInt64>)
  func beginningsAreFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0x44)
    let sample = DictionarySample(count: Self.sizes[Int(seed) % Self.sizes.count], &random)
    let dictionary = try sample.dictionary()
    for _ in 0..<100 {
      let term = sample.elements.randomElement(using: &random)?.term ?? [97]
      var prefix = Array(term.prefix(Int.random(in: 0...term.count, using: &random)))
      if Int.random(in: 0..<4, using: &random) == 0 { prefix = random.mutate(prefix, changes: 1) }
      let expected = sample.elements.filter { $0.term.starts(with: prefix) }
      var found: [TermEntry] = []
      var termCount = 0
      var lastGroup = PostingGroup.count
      try dictionary.forEachList(startingWith: prefix) { count in
        termCount += count
        return true
      } _: { isEqual, group, list in
        // The groups of a term ascend.
        if group <= lastGroup { found.append(TermEntry()) }
        lastGroup = group
        found[found.count - 1][PostingGroup.allCases[group]] = list
        if isEqual, expected.first?.term != prefix { Issue.record("seed \(seed), \(prefix)") }
      }
      try #require(termCount == expected.count, "seed \(seed), \(prefix)")
      try #require(
        found.flatMap(Self.lists) == expected.map(\.entry).flatMap(Self.lists),
        "seed \(seed), \(prefix)")
    }
  }

  /// The lists of an entry that are not empty.
  private static func lists(_ entry: TermEntry) -> [PostingListLocation] {
    PostingGroup.allCases.map { entry[$0] }.filter { !$0.isEmpty }
  }

  @Test("a walk through beginnings ends when it is told to")
  func beginningsStop() throws {
    var random = SeededGenerator(seed: 6)
    let sample = DictionarySample(count: 3000, &random)
    var runCount = 0
    try sample.dictionary().forEachList(startingWith: []) { _ in
      runCount += 1
      return runCount < 3
    } _: { _, _, _ in
    }
    #expect(runCount == 3)
  }

  @Test(
    "the terms that hold or end with bytes are found, with an index and without",
    arguments: 0..<8 as Range<UInt64>)
  func infixesAreFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0x33)
    let sample = DictionarySample(count: [40, 1000, 4000][Int(seed) % 3], &random)
    let plain = try sample.dictionary()
    let indexed = try sample.dictionary(withInfixes: true)
    for round in 0..<16 {
      let term = sample.elements.randomElement(using: &random)?.term ?? []
      let start = Int.random(in: 0...term.count, using: &random)
      var needle = Array(term[start...].prefix(Int.random(in: 0...12, using: &random)))
      if round % 5 == 0 { needle = term }
      if round % 7 == 0 { needle = random.mutate(needle, changes: 1) }
      let atEnd = Bool.random(using: &random)
      let expected = sample.elements.map(\.term).filter { term in
        atEnd
          ? term.suffix(needle.count).elementsEqual(needle) : Self.contains(term, needle)
      }
      try #require(
        try plain.terms(containing: needle, atEnd: atEnd) == expected, "seed \(seed), \(needle)")
      try #require(
        try indexed.terms(containing: needle, atEnd: atEnd) == expected, "seed \(seed), \(needle)")
    }
  }

  @Test("a walk through infixes hands out entries, and stops when told to")
  func infixWalkStops() throws {
    var random = SeededGenerator(seed: 5)
    let sample = DictionarySample(count: 3000, &random)
    let dictionary = try sample.dictionary(withInfixes: true)
    let matches = sample.elements.filter { Self.contains($0.term, [97, 98]) }
    var found = 0
    let needle: [UInt8] = [97, 98]
    try needle.withUnsafeBufferPointer { (needle) throws(StorageError) in
      try dictionary.forEach(containing: needle, atEnd: false) {
        (term, entry) throws(StorageError) in
        #expect(Array(term) == matches[found].term)
        #expect(entry == matches[found].entry)
        found += 1
        return found < 10
      }
    }
    #expect(found == 10)
  }

  @Test("a location is read as it was written, and nothing else is")
  func locationIsRead() throws {
    var random = SeededGenerator(seed: 6)
    for withInfixes in [false, true] {
      let (_, location) = try DictionarySample(count: 3000, &random)
        .encoded(withInfixes: withInfixes)
      var bytes: [UInt8] = [9]
      location.encode(to: &bytes)
      for count in 1...bytes.count {
        var position = 1
        if count == bytes.count {
          #expect(try Self.decode(bytes, at: &position) == location)
          #expect(position == count)
        } else {
          #expect(throws: StorageError.self) {
            try Self.decode(Array(bytes[..<count]), at: &position)
          }
        }
      }
    }
  }

  private static func decode(
    _ bytes: [UInt8], at position: inout Int
  ) throws(StorageError) -> TermDictionaryLocation {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in
      try TermDictionaryLocation.decode(bytes, at: &position)
    }
  }

  @Test("the example of the format's description is what is written")
  func exampleIsWritten() throws {
    var car = TermEntry()
    car[.text] = .single(5, certainty: 3)
    var card = TermEntry()
    card[.titleStart] = .single(5, certainty: 2)
    card[.text] = PostingListLocation(offset: 100, byteCount: 6, count: 2)
    var care = TermEntry()
    care[.text] = .single(9, certainty: 3)
    var writer = TermDictionaryWriter(documentCount: 1000)
    for (term, entry) in [("car", car), ("card", card), ("care", care)] {
      Array(term.utf8).withUnsafeBufferPointer { writer.add($0, entry) }
    }
    var sink = ByteSink.memory()
    let location = try writer.finish(to: &sink, withInfixes: false)
    #expect(location.terms.byteCount == 34)
    #expect(location.terms.indexByteCount == 2)
    let source = try #require(try sink.finish())
    let expected: [[UInt8]] = [
      [1, 0, 0x22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0e, 0], [0, 8], [3, 0x63, 0x61, 0x72],
      [0x31, 0x64], [0x31, 0x65], [0x98, 5], [0xd1, 4, 3, 6, 0xc8, 1], [0x98, 9], [0, 1],
    ]
    #expect(try Array(source.pin(0, 36).bytes) == expected.flatMap { $0 })
  }

  @Test("the longest terms that analysis makes have room")
  func longestTermsHaveRoom() {
    #expect(TermScratch.maximumLength <= TermDictionaryWriter.maximumTermLength)
  }

  @Test("a term of one posting takes little more than its own letters")
  func rareTermsAreSmall() throws {
    var random = SeededGenerator(seed: 7)
    var terms: Set<String> = []
    while terms.count < 20_000 {
      terms.insert(String(UInt64.random(in: 0..<1 << 40, using: &random), radix: 36))
    }
    let (_, location) = try DictionarySample(terms: Array(terms)).encoded()
    // Some five letters of each are not those of the term before.
    #expect(location.terms.byteCount < 20_000 * 10)
    #expect(location.terms.indexByteCount < 20_000 / 20)
  }

  private static func contains(_ term: [UInt8], _ needle: [UInt8]) -> Bool {
    needle.isEmpty
      || term.indices.contains { term[$0...].starts(with: needle) }
  }
}
