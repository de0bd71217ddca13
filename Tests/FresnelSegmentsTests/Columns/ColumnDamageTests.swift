import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Damaged columns")
struct ColumnDamageTests {
  static let texts = [
    "fileSize > 1024", "fileSize != 2048", "pageCount <= 1", "contentCreationDate > 800000000",
    "kind == 'a*'c", "keywords != 'a'", "tag == '*b'", "stars < 0.5", "domainIdentifier == 'mail'",
    "expirationDate > 0", "allDay == 1",
  ]

  /// Reads everything that a table names. Errors are expected; traps, hangs and reads out of bounds
  /// are not.
  private func examine(_ bytes: [UInt8], _ location: ColumnsLocation, _ count: Int) throws {
    let source = ByteSource(memory: bytes)
    for text in Self.texts {
      do throws(StorageError) {
        let columns = try Columns(source, location, documentCount: count)
        try examine(columns, text, count)
      } catch {
        #expect(error.code == .corrupted)
      }
    }
  }

  private func examine(
    _ columns: Columns, _ text: String, _ count: Int
  ) throws(StorageError) {
    guard let query = try? CompiledQuery(parseQuery(text), context: ColumnFixture.context),
      let comparison = try? ColumnFixture.comparison(query)
    else { return }
    if var filter = try columns.filter(for: comparison) {
      #expect((0...1).contains(filter.estimatedShare))
      for document in stride(from: 0, to: UInt32(count), by: 37) {
        _ = try filter.matches(document)
      }
      var document = try filter.next(from: 0)
      while document < count { document = try filter.next(from: document + 1) }
    }
    if var reader = columns.numbers(of: comparison.target) {
      for document in 0..<UInt32(count) { try reader.forEach(of: document) { _ in } }
    }
    if var reader = columns.texts(of: comparison.target) {
      for document in 0..<UInt32(count) {
        guard let ordinal = try reader.firstOrdinal(of: document) else { continue }
        _ = try reader.text(ordinal)
      }
    }
  }

  private func bytes(of source: ByteSource) throws -> [UInt8] {
    Array(try source.pin(0, Int(source.byteCount)).bytes)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `mutated columns are read without a trap`(seed: UInt64) throws {
    var random = RandomColumnItems(seed: seed)
    let count = seed % 4 == 0 ? 600 : 40
    let image = try ColumnFixture.image((0..<count).map { try random.item($0) })
    let whole = try bytes(of: image.source)
    let start = Int(image.location.offset)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<(count > 100 ? 6 : 30) {
      var damaged = whole
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        // Every other round the table, which leads everywhere.
        let range = round % 2 == 0 ? 0..<whole.count : start..<whole.count
        let index = Int.random(in: range, using: &generator)
        damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      try examine(damaged, image.location, count)
    }
  }

  @Test func `a table that is cut short or too long is refused`() throws {
    var random = RandomColumnItems(seed: 1)
    let count = 20
    let image = try ColumnFixture.image((0..<count).map { try random.item($0) })
    for byteCount in 0..<image.location.byteCount {
      let location = ColumnsLocation(offset: image.location.offset, byteCount: byteCount)
      #expect(throws: StorageError.self) {
        try Columns(image.source, location, documentCount: count)
      }
    }
    #expect(throws: StorageError.self) {
      try Columns(image.source, image.location, documentCount: count + 1)
    }
    #expect(throws: StorageError.self) {
      try Columns(
        image.source, ColumnsLocation(offset: .max, byteCount: 12), documentCount: count)
    }
  }

  @Test func `a location is read as it was written, and not beyond its bytes`() throws {
    let location = ColumnsLocation(offset: 0x0102_0304_0506_0708, byteCount: 77)
    var bytes: [UInt8] = [9]
    location.encode(to: &bytes)
    func decode(at start: Int) throws -> (location: ColumnsLocation, position: Int) {
      var position = start
      let location = try bytes.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in
        try ColumnsLocation.decode(bytes, at: &position)
      }
      return (location, position)
    }
    let decoded = try decode(at: 1)
    #expect(decoded == (location, bytes.count))
    for start in [2, 13, 99, -1] {
      #expect(throws: StorageError.self) { try decode(at: start) }
    }
  }
}
