import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("Damaged documents")
struct DocumentDamageTests {
  @Test("damaged rows, blocks and columns lead to an error or to some item, and no further")
  func survivesDamagedBytes() throws {
    for compresses in [false, true] {
      let fixture = try DocumentFixture(
        DocumentFixture.random(count: 30, seed: 1), in: .memory, compresses: compresses)
      let image = try Array(fixture.source.pin(0, Int(fixture.source.byteCount)).bytes)
      for seed in 0..<400 as Range<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var damaged = image
        for _ in 0..<1 + generator.below(30) {
          damaged[generator.below(image.count)] = UInt8(truncatingIfNeeded: generator.next())
        }
        if generator.once(in: 4) { damaged.removeLast(generator.below(image.count)) }
        readEverything(ByteSource(memory: damaged), fixture.location, count: 30)
      }
    }
  }

  @Test("a damaged footer leads to an error or to some item, and no further")
  func survivesDamagedFooter() throws {
    var documents = try DocumentFixture.random(count: 20, seed: 2)
    documents[3].scope = 1 << 20
    let fixture = try DocumentFixture(documents, in: .memory, compresses: true)
    var footer: [UInt8] = []
    fixture.location.encode(to: &footer)
    for seed in 0..<1500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var damaged = footer
      damaged[generator.below(footer.count)] = UInt8(truncatingIfNeeded: generator.next())
      var position = 0
      guard
        let location = try? damaged.withUnsafeBytes({
          try DocumentStoreLocation.decode($0, at: &position)
        })
      else { continue }
      #expect(position == footer.count)
      readEverything(fixture.source, location, count: 20)
    }
  }

  @Test("the footer's part is read as it was written, and a shorter one is refused")
  func footerRoundTrips() throws {
    let fixture = try DocumentFixture(
      DocumentFixture.random(count: 20, seed: 2), in: .memory, compresses: true)
    var footer: [UInt8] = [1, 2, 3]
    fixture.location.encode(to: &footer)
    var position = 3
    let location = try footer.withUnsafeBytes {
      try DocumentStoreLocation.decode($0, at: &position)
    }
    #expect(location == fixture.location)
    #expect(position == footer.count)
    position = 4
    #expect(throws: StorageError.self) {
      try footer.withUnsafeBytes { try DocumentStoreLocation.decode($0, at: &position) }
    }
  }

  @Test("a directory entry that breaks the format fails each search in the same way")
  func staysAtABrokenEntry() {
    // Two entries: a gap beyond 32 bits with length 7, then gap 3 with length 5. A reader that went on
    // behind the broken gap would take 7 for a gap and find a document that no fresh reader finds.
    let block: [UInt8] =
      [2, 0x80, 0x80, 0x80, 0x80, 0x20, 7, 3, 5] + [UInt8](repeating: 1, count: 12)
    block.withUnsafeBytes { bytes in
      var entries = ItemBlockEntries()
      #expect(entries.range(of: 7, in: bytes) == nil)
      #expect(entries.range(of: 7, in: bytes) == nil)
      #expect(entries.range(of: 12, in: bytes) == nil)
    }
  }

  private func readEverything(
    _ source: ByteSource, _ location: DocumentStoreLocation, count: UInt32
  ) {
    guard let store = try? DocumentStore(source, location) else { return }
    var items = ItemReader(store)
    var scopes = ScopeReader(store)
    var expirations = ExpirationReader(store)
    for document in 0..<count {
      _ = try? items.item(document)
      _ = try? store.rowItem(document)
      _ = try? store.staticScore(document)
      _ = try? scopes.scope(document)
      _ = try? expirations.isExpired(document, at: 0)
    }
    if store.count < 10_000 { _ = try? expirations.firstExpired(from: 0, at: 0) }
  }
}
