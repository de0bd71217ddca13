import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Following a store that another process writes")
struct StoreFollowingTests {
  @Test("a look that fails half-way is made good by the next")
  func failedRefresh() async throws {
    let storage = FaultyStorage()
    let options = StoreOptions(journal: JournalOptions(readByteCount: 1 << 12))
    let writer = try Store.open(at: "/store", storage: storage, options: options)
    // A call further on fails each time, until a look goes through.
    for call in 1... {
      let reader = try Store.open(
        at: "/store", mode: .readOnly, storage: storage, options: options)
      for number in 0..<4 {
        let text = String(repeating: "word ", count: 1000)
        try await writer.put([Item("\(call)-\(number)", title: "A", text: text)])
      }
      if call % 3 == 0 { try writer.compact() }
      storage.setFault(.init(call: call, isPersistent: false))
      var isFailed = false
      do {
        try reader.refresh()
      } catch {
        isFailed = true
      }
      storage.setFault(nil)
      let expected = writer.snapshot().identifiers()
      if isFailed {
        let found = reader.snapshot().identifiers()
        #expect(found == Array(expected.prefix(found.count)), "call \(call)")
        try reader.refresh()
      }
      #expect(reader.snapshot().identifiers() == expected, "call \(call)")
      reader.close()
      if !isFailed { break }
    }
    writer.close()
  }
}
