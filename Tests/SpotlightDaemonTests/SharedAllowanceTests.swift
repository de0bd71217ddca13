import FresnelTestSupport
import Testing

@testable import SpotlightDaemon

@Suite("SharedAllowance")
struct SharedAllowanceTests {
  @Test("shares are handed out in the order in which they were asked for")
  func order() {
    var allowance = SharedAllowance<Int, String>(total: 2, perOwner: 2)
    #expect(allowance.take(1, for: 1, of: "a") == true)
    #expect(allowance.take(1, for: 2, of: "b") == true)
    #expect(allowance.take(1, for: 3, of: "c") == false)
    #expect(allowance.take(1, for: 4, of: "d") == false)
    #expect(allowance.release(2) == [3])
    #expect(allowance.holds(3) && !allowance.holds(4))
    #expect(allowance.release(1) == [4])
  }

  @Test("who has all that it may have keeps nobody else waiting")
  func owners() {
    var allowance = SharedAllowance<Int, String>(total: 4, perOwner: 2)
    #expect(allowance.take(2, for: 1, of: "greedy") == true)
    #expect(allowance.take(1, for: 2, of: "greedy") == false)
    #expect(allowance.take(1, for: 3, of: "other") == true)
    #expect(allowance.release(1) == [2])
  }

  @Test("a large wish is not passed by small ones for ever")
  func fairness() {
    var allowance = SharedAllowance<Int, Int>(total: 10, perOwner: 10)
    #expect(allowance.take(4, for: 1, of: 1) == true)
    #expect(allowance.take(10, for: 2, of: 2) == false)
    #expect(allowance.take(1, for: 3, of: 3) == false)
    #expect(allowance.release(1) == [2])
    #expect(allowance.release(2) == [3])
  }

  @Test("a wish larger than everything is met when nobody has anything")
  func oversized() {
    var allowance = SharedAllowance<Int, Int>(total: 10, perOwner: 5)
    #expect(allowance.take(100, for: 1, of: 1) == true)
    #expect(allowance.take(1, for: 2, of: 2) == false)
    #expect(allowance.release(1) == [2])
  }

  @Test("a small wish waits for its owner's others, and not for those of others")
  func small() {
    var allowance = SharedAllowance<Int, String>(total: 10, perOwner: 6)
    #expect(allowance.take(6, for: 1, of: "a") == true)
    #expect(allowance.take(6, for: 2, of: "b") == false)
    #expect(allowance.take(5, for: 3, of: "person", isSmall: true) == true)
    #expect(allowance.take(1, for: 4, of: "b", isSmall: true) == false)
    #expect(allowance.take(1, for: 5, of: "a", isSmall: true) == false)
    #expect(allowance.waitingCount == 3)
    #expect(allowance.release(1) == [5])
    #expect(allowance.release(3) == [2])
    #expect(allowance.release(2) == [4])
  }

  @Test("a share that has grown beyond what there is keeps others waiting until it is given back")
  func growth() {
    var allowance = SharedAllowance<Int, String>(total: 10, perOwner: 10)
    #expect(allowance.take(1, for: 1, of: "a") == true)
    allowance.grow(1, by: 100)
    allowance.grow(2, by: 100)
    #expect(allowance.take(1, for: 3, of: "b") == false)
    #expect(allowance.release(1) == [3])
    #expect(allowance.take(9, for: 4, of: "b") == true)
  }

  @Test("whoever asks gets its share in the end, and the total is kept")
  func random() {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    var allowance = SharedAllowance<Int, Int>(total: 20, perOwner: 8)
    var held: [Int: Int] = [:]
    var amounts: [Int: Int] = [:]
    var waiting: Set<Int> = []
    for holder in 0..<2000 {
      let amount = Int.random(in: 1...8, using: &generator)
      amounts[holder] = amount
      if allowance.take(amount, for: holder, of: Int.random(in: 0..<4, using: &generator)) {
        held[holder] = amount
      } else {
        waiting.insert(holder)
      }
      while held.count > 3 || (!held.isEmpty && Bool.random(using: &generator)) {
        guard let done = held.keys.randomElement(using: &generator) else { break }
        held[done] = nil
        for served in allowance.release(done) {
          waiting.remove(served)
          held[served] = amounts[served]
        }
      }
      #expect(held.values.reduce(0, +) <= 20, "seed \(seed)")
    }
    while let done = held.keys.first {
      held[done] = nil
      for served in allowance.release(done) {
        waiting.remove(served)
        held[served] = amounts[served]
      }
    }
    #expect(waiting.isEmpty, "seed \(seed)")
  }
}
