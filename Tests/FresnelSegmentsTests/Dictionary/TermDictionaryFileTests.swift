import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("TermDictionary in a file")
struct TermDictionaryFileTests {
  private static let path = "store/dictionary"

  private static func key(_ isEncrypted: Bool) -> EncryptionKey? {
    isEncrypted
      ? EncryptionKey([UInt8](repeating: 7, count: EncryptionKey.byteCount).span.bytes) : nil
  }

  private static func emptyStorage() throws -> FaultyStorage {
    let storage = FaultyStorage()
    try storage.createDirectory("store")
    storage.setFault(nil)
    return storage
  }

  private static func write(
    _ sample: DictionarySample, to storage: FaultyStorage, isEncrypted: Bool = false
  ) throws(StorageError) -> TermDictionaryLocation {
    var sink = try ByteSink.file(path, storage: storage, key: key(isEncrypted))
    let location = try sample.write(to: &sink, withInfixes: true)
    _ = try sink.finish()
    return location
  }

  /// Opens the file with a cache of a few blocks.
  private static func open(
    _ storage: FaultyStorage, isEncrypted: Bool = false
  ) throws(StorageError) -> ByteSource {
    try ByteSource.open(
      path, storage: storage, cache: BlockCache(byteCount: 1 << 16), key: key(isEncrypted))
  }

  /// The answers of a dictionary to a few questions of each kind.
  private static func answers(
    _ dictionary: TermDictionary, _ sample: DictionarySample
  ) throws(StorageError) -> [String] {
    var answers: [String] = []
    for index in stride(from: 0, to: sample.elements.count, by: 97) {
      let term = sample.elements[index].term
      answers.append("\(term) \(try dictionary.find(term).map { "\($0)" } ?? "none")")
      var cursor = dictionary.cursor()
      try cursor.seek(Array(term.prefix(2)))
      if try cursor.next() { answers.append("\(Array(cursor.term)) \(cursor.entry)") }
    }
    var cursor = dictionary.cursor(bypassingCache: true)
    while try cursor.next() { answers.append("\(Array(cursor.term))") }
    let needle: [UInt8] = [97, 98, 99]
    try needle.withUnsafeBufferPointer { (needle) throws(StorageError) in
      try dictionary.forEach(containing: needle, atEnd: false) { (term, _) throws(StorageError) in
        answers.append("holds \(Array(term))")
        return true
      }
      var budget = TermWalkBudget()
      try dictionary.forEach(near: needle, distance: 1, exactPrefix: 1, &budget) {
        (term, distance, _) throws(StorageError) in
        answers.append("near \(Array(term)) \(distance)")
        return true
      }
    }
    return answers
  }

  @Test("a dictionary in a file answers as one in memory", arguments: [false, true])
  func answersAsInMemory(isEncrypted: Bool) throws {
    var random = SeededGenerator(seed: 31)
    let sample = DictionarySample(count: 4000, &random)
    let storage = try Self.emptyStorage()
    let location = try Self.write(sample, to: storage, isEncrypted: isEncrypted)
    let source = try Self.open(storage, isEncrypted: isEncrypted)
    #expect(
      try Self.answers(TermDictionary(source, location), sample)
        == Self.answers(sample.dictionary(withInfixes: true), sample))
  }

  @Test("each block of terms lies in one block of the file")
  func blocksAreAligned() throws {
    var random = SeededGenerator(seed: 32)
    let location = try Self.write(
      DictionarySample(count: 4000, &random), to: Self.emptyStorage())
    #expect(location.terms.byteCount > 8192)
    #expect(location.terms.offset % 4096 == 0)
  }

  @Test("a look-up reads one block")
  func lookUpReadsOneBlock() throws {
    var random = SeededGenerator(seed: 33)
    let sample = DictionarySample(count: 4000, &random)
    let storage = try Self.emptyStorage()
    let location = try Self.write(sample, to: storage)
    let cache = BlockCache(byteCount: 1 << 20)
    let source = try ByteSource.open(Self.path, storage: storage, cache: cache, key: nil)
    let dictionary = try TermDictionary(source, location)
    for index in stride(from: 0, to: sample.elements.count, by: 500) {
      let before = cache.statistics.misses
      #expect(try dictionary.find(sample.elements[index].term) != nil)
      #expect(cache.statistics.misses <= before + 1)
    }
  }

  @Test("a read that fails is reported, and no answer is wrong for it", arguments: [false, true])
  func failingReads(isPersistent: Bool) throws {
    var random = SeededGenerator(seed: 34)
    let sample = DictionarySample(count: 2500, &random)
    let storage = try Self.emptyStorage()
    let location = try Self.write(sample, to: storage)
    let expected = try Self.answers(sample.dictionary(withInfixes: true), sample)
    func attempt() throws(StorageError) -> [String] {
      try Self.answers(TermDictionary(try Self.open(storage), location), sample)
    }
    storage.setFault(nil)
    #expect(try attempt() == expected)
    let callCount = storage.callCount
    try #require(callCount > 10)
    for call in 1...callCount {
      storage.setFault(.init(call: call, isPersistent: isPersistent))
      do throws(StorageError) {
        let answers = try attempt()
        #expect(answers == expected, "call \(call)")
      } catch {
        #expect(error.code == .inputOutput, "call \(call): \(error)")
      }
    }
    storage.setFault(nil)
    #expect(try attempt() == expected)
  }

  @Test("a write that fails is reported")
  func failingWrites() throws {
    var random = SeededGenerator(seed: 35)
    let sample = DictionarySample(count: 2500, &random)
    let storage = try Self.emptyStorage()
    _ = try Self.write(sample, to: storage)
    for call in 1...storage.callCount {
      let failing = try Self.emptyStorage()
      failing.setFault(.init(call: call, isPersistent: true, code: .full))
      #expect(throws: StorageError.self, "call \(call)") { try Self.write(sample, to: failing) }
    }
  }
}
