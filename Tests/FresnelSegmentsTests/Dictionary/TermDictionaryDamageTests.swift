import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("TermDictionary on damaged bytes")
struct TermDictionaryDamageTests {
  @Test(
    "any bytes give ascending terms, or an error that says corrupted",
    arguments: 0..<40 as Range<UInt64>)
  func anyBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = DictionarySample(
      count: [30, 100, 300, 300, 2000].randomElement(using: &random) ?? 1, &random)
    let (source, whole) = try sample.encoded(withInfixes: true)
    var bytes = try Array(source.pin(0, Int(source.byteCount)).bytes)
    // Most blocks stay in their places when bytes are only flipped.
    if Bool.random(using: &random) {
      bytes = random.mutate(bytes, changes: Int.random(in: 1...3, using: &random))
    } else {
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
    }
    var location = whole
    switch Int.random(in: 0..<8, using: &random) {
    case 0: location.terms.offset = UInt64.random(in: 0...(.max), using: &random)
    case 1: location.terms.byteCount = UInt64.random(in: 0...(.max), using: &random)
    case 2: location.terms.byteCount = UInt64.random(in: 0...UInt64(bytes.count), using: &random)
    case 3: location.terms.runCount = UInt32.random(in: 0...200, using: &random)
    case 4: location.terms.indexByteCount = UInt32.random(in: 0...200, using: &random)
    case 5: location.grams?.offset = UInt64.random(in: 0...UInt64(bytes.count), using: &random)
    case 6: location.terms.documentByteCount = UInt8.random(in: 1...4, using: &random)
    default: break
    }
    try use(bytes, location, sample, &random, seed)
  }

  @Test("random bytes are survived", arguments: 0..<40 as Range<UInt64>)
  func randomBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0xABCD)
    let sample = DictionarySample(count: 400, &random)
    let (source, location) = try sample.encoded()
    var bytes = try Array(source.pin(0, Int(source.byteCount)).bytes)
    // The head of the first block stays, so that what follows is read.
    let start = Int(location.terms.offset) + Int.random(in: 0..<60, using: &random)
    for index in start..<Int(location.terms.offset + location.terms.byteCount) {
      bytes[index] = UInt8.random(in: 0...255, using: &random)
    }
    try use(bytes, location, sample, &random, seed)
  }

  /// Uses a dictionary in all ways and checks what every reader relies on.
  private func use(
    _ bytes: [UInt8], _ location: TermDictionaryLocation, _ sample: DictionarySample,
    _ random: inout SeededGenerator, _ seed: UInt64
  ) throws {
    let source = ByteSource(memory: bytes)
    try orCorrupted(seed) { () throws(StorageError) in
      let dictionary = try TermDictionary(source, location)
      let key = sample.elements.randomElement(using: &random)?.term ?? []
      try orCorrupted(seed) { () throws(StorageError) in _ = try dictionary.find(key) }
      for bypassingCache in [false, true] {
        try orCorrupted(seed) { () throws(StorageError) in
          var cursor = dictionary.cursor(bypassingCache: bypassingCache)
          if bypassingCache { try cursor.seek(key) }
          var last: [UInt8]?
          var steps = 0
          while try cursor.next() {
            let term = Array(cursor.term)
            // An expectation for each term would take longer than the walk.
            if last?.lexicographicallyPrecedes(term) == false
              || term.count > TermDictionaryWriter.maximumTermLength
            {
              Issue.record("\(term) after \(last ?? []), seed \(seed)")
            }
            last = term
            steps += 1
            // Each term takes two bytes or more.
            if steps > bytes.count {
              Issue.record("The walk does not end, seed \(seed)")
              break
            }
          }
        }
      }
      try orCorrupted(seed) { () throws(StorageError) in
        var termCount = 0
        try dictionary.forEachList(startingWith: Array(key.prefix(1))) { count in
          termCount += count
          return true
        } _: { _, group, _ in
          if group >= PostingGroup.count { Issue.record("seed \(seed)") }
        }
        // Each term takes a byte or more.
        if termCount > bytes.count { Issue.record("seed \(seed)") }
      }
      for needle in [Array(key.prefix(3)), Array(key.suffix(4)), [97]] {
        try orCorrupted(seed) { () throws(StorageError) in
          try needle.withUnsafeBufferPointer { (needle) throws(StorageError) in
            try dictionary.forEach(containing: needle, atEnd: false) {
              (term, _) throws(StorageError) in
              if term.count < needle.count { Issue.record("seed \(seed)") }
              return true
            }
          }
        }
      }
      for asPrefix in [false, true] {
        try orCorrupted(seed) { () throws(StorageError) in
          var budget = TermWalkBudget(leaps: 4 * bytes.count)
          try key.withUnsafeBufferPointer { (key) throws(StorageError) in
            try dictionary.forEach(
              near: key, distance: 2, exactPrefix: 0, asPrefix: asPrefix, &budget
            ) { (_, distance, _) throws(StorageError) in
              if distance > 2 { Issue.record("seed \(seed)") }
              return true
            }
          }
          // Each leap is to a greater term.
          if budget.isExhausted { Issue.record("The walk does not end, seed \(seed)") }
        }
      }
    }
  }

  private func orCorrupted(
    _ seed: UInt64, _ body: () throws(StorageError) -> Void
  ) throws(StorageError) {
    do throws(StorageError) {
      try body()
    } catch {
      #expect(error.code == .corrupted, "seed \(seed): \(error)")
    }
  }
}
