import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("LiveDocuments")
struct LiveDocumentsTests {
  @Test("a document that is removed is not live, and the others are")
  func removes() {
    for count in [0, 1, 63, 64, 65, 1000] {
      var live = LiveDocuments(count: count)
      var model = Set(0..<count)
      var generator = SeededGenerator(seed: UInt64(count))
      for _ in 0..<count {
        let document = generator.below(count)
        #expect(live.remove(document) == (model.remove(document) != nil))
        #expect(live.count == model.count)
      }
      var found: [Int] = []
      live.forEach {
        found.append($0)
        return true
      }
      #expect(found == model.sorted())
      #expect((0..<count).allSatisfy { live[$0] == model.contains($0) })
    }
  }
}
