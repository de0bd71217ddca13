import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

/// Columns in block files, on storage that fails.
@Suite("Columns in files")
struct ColumnFileTests {
  private static let path = "store/columns"
  private static let texts = [
    "fileSize > 20000", "pageCount != 1", "contentCreationDate >= 800000000", "kind == 'a*'c",
    "domainIdentifier == 'mail*'",
  ]

  private func emptyStorage() throws -> FaultyStorage {
    let storage = FaultyStorage()
    try storage.createDirectory("store")
    storage.setFault(nil)
    return storage
  }

  private func items(_ count: Int) throws -> [EncodedItem] {
    var random = RandomColumnItems(seed: 40)
    return try (0..<count).map { try random.item($0) }
  }

  private func write(
    _ items: [EncodedItem], to storage: FaultyStorage
  ) throws(StorageError) -> ColumnsLocation {
    var sink = try ByteSink.file(Self.path, storage: storage, key: nil)
    var writer = ColumnsWriter()
    for (index, item) in items.enumerated() {
      writer.add(item)
      if index % 700 == 0 { try writer.flush(to: &sink) }
    }
    let location = try writer.finish(to: &sink)
    _ = try sink.finish()
    return location
  }

  /// The documents that each query finds, or the first error.
  private func answers(
    _ storage: FaultyStorage, _ location: ColumnsLocation, _ count: Int, cacheByteCount: Int
  ) throws(StorageError) -> [[UInt32]] {
    let source = try ByteSource.open(
      Self.path, storage: storage, cache: BlockCache(byteCount: cacheByteCount), key: nil)
    let columns = try Columns(source, location, documentCount: count)
    var answers: [[UInt32]] = []
    for text in Self.texts {
      guard let query = try? CompiledQuery(parseQuery(text), context: ColumnFixture.context),
        let comparison = try? ColumnFixture.comparison(query),
        var filter = try columns.filter(for: comparison)
      else {
        answers.append([.max])
        continue
      }
      var found: [UInt32] = []
      var document = try filter.next(from: 0)
      while document < count {
        found.append(document)
        document = try filter.next(from: document + 1)
      }
      answers.append(found)
    }
    return answers
  }

  private func expected(_ items: [EncodedItem]) throws -> [[UInt32]] {
    let fixture = try ColumnFixture(items)
    return try Self.texts.map { try fixture.matches($0) ?? [.max] }
  }

  @Test func `a file answers as the image in memory, with little cache and with much`() throws {
    let items = try items(3_000)
    let expected = try expected(items)
    let storage = try emptyStorage()
    let location = try write(items, to: storage)
    for cacheByteCount in [16 << 10, 4 << 20] {
      let found = try answers(storage, location, items.count, cacheByteCount: cacheByteCount)
      #expect(found == expected)
    }
    #expect(expected.contains { !$0.isEmpty && $0.count < items.count })
  }

  @Test func `a read that fails gives its error, never a wrong answer`() throws {
    let items = try items(1_300)
    let expected = try expected(items)
    let storage = try emptyStorage()
    let location = try write(items, to: storage)
    storage.setFault(nil)
    _ = try answers(storage, location, items.count, cacheByteCount: 64 << 10)
    let calls = storage.callCount
    #expect(calls > 5)
    for call in 1...calls {
      storage.setFault(FaultyStorage.Fault(call: call, isPersistent: call % 2 == 0))
      let found = try? answers(storage, location, items.count, cacheByteCount: 64 << 10)
      #expect(found == nil || found == expected, "call \(call)")
    }
    storage.setFault(nil)
    #expect(try answers(storage, location, items.count, cacheByteCount: 64 << 10) == expected)
  }

  @Test func `a write that fails is reported by the writer`() throws {
    let items = try items(1_300)
    let clean = try emptyStorage()
    _ = try write(items, to: clean)
    for call in 1...clean.callCount {
      let storage = try emptyStorage()
      storage.setFault(FaultyStorage.Fault(call: call, isPersistent: true))
      #expect(throws: StorageError.self, "call \(call)") { try write(items, to: storage) }
    }
  }
}
