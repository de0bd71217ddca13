import Testing

@testable import SpotlightDaemon

@Suite("ExtensionBackOff")
struct ExtensionBackOffTests {
  @Test("Each failure in a row makes the wait longer, up to a day")
  func delays() {
    var backOff = ExtensionBackOff()
    #expect(backOff.end(at: 1000) == nil)
    var now: Int64 = 1000
    for delay in [60, 300, 1800, 14400, 86400, 86400] as [Int64] {
      backOff.fail(at: now, "It failed.")
      #expect(backOff.end(at: now) == now + delay)
      #expect(backOff.end(at: now + delay - 1) == now + delay)
      #expect(backOff.end(at: now + delay) == nil)
      now += delay
    }
    #expect(backOff.failureCount == 6)
  }

  @Test("A clock that was wrong does not keep an extension away for years")
  func clockJump() {
    var backOff = ExtensionBackOff()
    backOff.fail(at: 4_000_000_000, "It failed.")
    #expect(backOff.end(at: 1_700_000_000) == nil)
  }

  @Test("Numbers that make no sense do no harm")
  func nonsense() {
    var backOff = ExtensionBackOff(failureCount: .max, notBefore: .max, reason: "")
    #expect(backOff.end(at: .min) == nil)
    backOff.fail(at: 1000, "It failed.")
    #expect(backOff.end(at: 1000) == 87_400)
    backOff = ExtensionBackOff(failureCount: -5, notBefore: .min, reason: "")
    backOff.fail(at: 1000, "It failed.")
    #expect(backOff.end(at: 1000) == 1060)
  }
}
