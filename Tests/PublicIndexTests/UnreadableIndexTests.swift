import FresnelEngine
import FresnelTestSupport
import Testing

@testable import PublicIndex

@Suite("An index on a disk that fails to read")
struct UnreadableIndexTests {
  @Test("questions do not have its files read whole again and again")
  func questions() async throws {
    let disk = FaultyStorage()
    let fixture = try PublicIndexFixture(storage: disk)
    for part in 0..<20 {
      try await fixture.put(
        (0..<200).map { page in
          let number = part * 200 + page
          return PublicIndexFixture.page(
            "https://a.example/\(number)", title: "Page \(number)",
            text: (0..<40).map { "word\(number * 37 % 1009 + $0)" }.joined(separator: " "))
        })
    }
    try fixture.store.compact()
    fixture.store.close()
    let segment = try #require(disk.paths.first { $0.contains("segment-") })
    let byteCount = try #require(disk.contents(of: segment)).count
    // The end, which opening reads, and the beginning stay readable.
    disk.makeUnreadable(byteCount / 8..<byteCount / 2, of: segment)
    let metered = MeteredStorage(disk)
    let store = try Store.open(
      at: "/index", mode: .readOnly, storage: metered, options: StoreOptions(cacheByteCount: 0))
    defer { store.close() }
    let search = PublicSearch(store.snapshot())
    #expect(try search.answer(to: Question("page", limit: 50)).isPartial)
    let before = metered.readByteCount
    for number in 0..<20 {
      #expect(try search.answer(to: Question("page \(number)", limit: 50)).isPartial)
    }
    let read = metered.readByteCount - before
    #expect(read < 10 * byteCount, "\(read) bytes of \(byteCount)")
  }
}
