import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Places by domains")
struct DomainTreeTests {
  @Test("what is removed is what is in a domain or below it", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func domain() -> String {
      let parts = ["a", "b", "ab", "", "a.a", "ba", "é", "aa.b"]
      return (0..<generator.below(4)).map { _ in parts[generator.below(parts.count)] }
        .joined(separator: ".")
    }
    var tree = DomainTree()
    var model: [Int: String] = [:]
    for step in 0..<300 {
      let domain = domain()
      guard generator.once(in: 6) else {
        tree.insert(step, in: Array(domain.utf8)[...])
        model[step] = domain
        continue
      }
      let removed = tree.removeAll(atOrBelow: Array(domain.utf8)[...])
      let expected = model.filter { Domain.isEqualOrBelow($0.value, domain) }.keys
      #expect(removed.sorted() == expected.sorted(), "seed \(seed), step \(step), \(domain)")
      for place in expected { model[place] = nil }
    }
  }
}
