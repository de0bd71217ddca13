import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("CallerLimits")
struct CallerLimitsTests {
  private static let home: [UInt8] = [127, 0, 0, 2]

  private static func address(_ number: Int) -> [UInt8] { [10, 0, 0, UInt8(number)] }

  private func admit(
    _ limits: inout CallerLimits, from address: [UInt8], now: UInt64
  ) throws -> CallerLimits.Token {
    let token = limits.admit(from: address, now: now)
    return try #require(token)
  }

  @Test("Sixteen callers are let in, four of an address, and others when one leaves")
  func numbers() throws {
    var limits = CallerLimits()
    var tokens: [CallerLimits.Token] = []
    for number in 0..<16 {
      tokens.append(try admit(&limits, from: Self.address(number / 4), now: 0))
    }
    #expect(limits.admit(from: Self.home, now: 0) == nil && limits.count == 16)
    limits.leave(tokens[0])
    #expect(limits.admit(from: Self.address(1), now: 0) == nil)
    #expect(limits.admit(from: Self.address(0), now: 0) != nil)
    #expect(limits.admit(from: Self.home, now: 0) == nil)
    limits.leave(tokens[0])
    #expect(limits.count == 16)
  }

  @Test("A call is the first 80 bytes, in any pieces; a byte more before the answer is refused")
  func bytes() throws {
    var limits = CallerLimits()
    let call = (0..<80).map { UInt8($0) }
    for size in [1, 3, 79, 80] {
      let token = try admit(&limits, from: Self.home, now: 0)
      var results: [CallerLimits.Progress] = []
      for start in stride(from: 0, to: 80, by: size) {
        results.append(limits.receive(call[start..<min(start + size, 80)], from: token))
      }
      #expect(results.last == .call(call) && results.dropLast().allSatisfy { $0 == .waiting })
      #expect(limits.receive([1], from: token) == .refused)
      limits.leave(token)
      #expect(limits.receive(call, from: token) == .refused)
    }
    let token = try admit(&limits, from: Self.home, now: 0)
    #expect(limits.receive(call + [0], from: token) == .refused)
    let other = try admit(&limits, from: Self.home, now: 0)
    let results = [
      limits.receive(call.prefix(79), from: other), limits.receive([1, 2], from: other),
    ]
    #expect(results == [.waiting, .refused])
  }

  @Test("Five seconds are the most, however slowly bytes come")
  func time() throws {
    var limits = CallerLimits()
    let early = try admit(&limits, from: Self.home, now: 1_000)
    let late = try admit(&limits, from: Self.home, now: 1_500)
    _ = limits.receive([1], from: early)
    #expect(limits.deadline == 6_000)
    #expect(limits.expire(5_999).isEmpty)
    #expect(limits.expire(6_000) == [early] && limits.deadline == 6_500)
    #expect(limits.expire(9_000) == [late] && limits.deadline == nil && limits.count == 0)
    #expect(limits.receive([1], from: early) == .refused)
  }

  @Test("Random callers are let in as a list of them would say", arguments: 0..<4)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var limits = CallerLimits()
    var model: [(token: CallerLimits.Token, address: [UInt8], end: UInt64, count: Int)] = []
    var now: UInt64 = 0
    for _ in 0..<4_000 {
      now += UInt64(generator.below(300))
      switch generator.below(8) {
      case 0...3:
        let address = Self.address(generator.below(8))
        let isFree = model.count < 16 && model.count { $0.address == address } < 4
        let token = limits.admit(from: address, now: now)
        #expect((token != nil) == isFree, "seed \(seed)")
        if let token { model.append((token, address, now + 5_000, 0)) }
      case 4 where !model.isEmpty:
        limits.leave(model.remove(at: generator.below(model.count)).token)
      case 5...6 where !model.isEmpty:
        let index = generator.below(model.count)
        let count = 1 + generator.below(60)
        let bytes = [UInt8](repeating: 0, count: count)
        let progress = limits.receive(bytes, from: model[index].token)
        let sum = model[index].count + count
        if sum <= 80 { model[index].count = sum }
        let expected: CallerLimits.Progress =
          sum > 80 ? .refused : sum == 80 ? .call([UInt8](repeating: 0, count: 80)) : .waiting
        #expect(progress == expected, "seed \(seed)")
      default:
        let late = model.filter { $0.end <= now }.map(\.token)
        model.removeAll { $0.end <= now }
        #expect(limits.expire(now) == late, "seed \(seed)")
        #expect((limits.deadline ?? .max) > now, "seed \(seed)")
      }
      #expect(limits.count == model.count, "seed \(seed)")
    }
  }
}
