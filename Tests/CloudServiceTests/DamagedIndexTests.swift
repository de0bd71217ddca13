import FresnelEngine
import Foundation
import PublicIndex
import Testing

@testable import CloudService

@Suite("An index that is damaged")
struct DamagedIndexTests {
  @Test("is told to be damaged, and not to hold nothing")
  func nothingReadable() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "damaged-index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try Store.open(at: directory.path)
    let pages = (0..<300).map {
      ServiceFixture.page(
        "https://a.example/\($0)", title: "Pasta \($0)", text: "Words of page \($0).")
    }
    try await ServiceFixture.put(pages, into: store)
    try store.compact()
    store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let segment = try #require(names.first { $0.hasPrefix("segment-") })
    let path = directory.appending(path: segment)
    let sound = try Data(contentsOf: path)
    var damagedCount = 0
    for part in 1..<24 {
      var bytes = sound
      bytes[bytes.count * part / 24] ^= 0x10
      try bytes.write(to: path)
      let index = ServedIndex(directory: directory.path)
      defer { index.close() }
      guard index.state.search != nil else { continue }
      let search = IndexSearch(of: index, apps: .none, seconds: 600)
      do throws(APIProblem) {
        let answer = try search.answer(to: Question("pasta"))
        #expect(!answer.results.isEmpty, "byte \(bytes.count * part / 24) of \(bytes.count)")
      } catch {
        #expect(error.status == 503 && error.title == "The index is damaged")
        #expect(index.state.isDamaged && index.state.problem != nil)
        damagedCount += 1
      }
    }
    #expect(damagedCount > 0)
  }
}
