import FresnelTestSupport
import Testing

@testable import SiteAssociations

struct PositionSetTests {
  @Test(arguments: [0, 1, 62, 63, 64, 65, 127, 128, 200])
  func aSetIsWhatASetOfNumbersIs(end: Int) {
    var random = SeededGenerator(seed: UInt64(end))
    for _ in 0..<50 {
      var set = PositionSet(end: end)
      var model: Set<Int> = []
      for _ in 0..<random.below(5) {
        let position = random.below(end + 1)
        set.insert(position)
        model.insert(position)
      }
      for _ in 0..<4 {
        switch random.below(4) {
        case 0:
          set.advance()
          model = Set(model.map { $0 + 1 }.filter { $0 <= end })
        case 1:
          set.fillFromFirst()
          if let first = model.min() { model.formUnion(first...end) }
        case 2:
          var other = PositionSet(end: end)
          other.insert(end)
          set.formUnion(other)
          model.insert(end)
        default: break
        }
        var positions: [Int] = []
        set.forEach { positions.append($0) }
        #expect(positions == model.sorted())
        #expect(set.isEmpty == model.isEmpty && set.count == model.count)
        #expect(set.contains(end) == model.contains(end))
      }
    }
  }
}
