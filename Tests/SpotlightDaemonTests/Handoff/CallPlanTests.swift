import FresnelHandoff
import FresnelPlatform
import Testing

@testable import SpotlightDaemon

@Suite("CallPlan")
struct CallPlanTests {
  private let device = DeviceID(publicKey: [UInt8](repeating: 1, count: 32))
  private let other = DeviceID(publicKey: [UInt8](repeating: 2, count: 32))

  private static func address(_ host: String) throws -> DeviceAddress {
    try #require(DeviceAddress(host: host, port: 1))
  }

  private static func found(_ host: String) throws -> NetworkAddress {
    try #require(NetworkAddress(host, port: 1))
  }

  /// Goes through time as far as calls are due, each in vain, and tells when they were.
  private func calls(_ plan: inout CallPlan, atMost count: Int, from start: UInt64 = 0) -> [UInt64]
  {
    var moments: [UInt64] = []
    var now = start
    while moments.count < count, let deadline = plan.deadline {
      now = max(now, deadline)
      for call in plan.next(now) {
        moments.append(now)
        plan.failed(call.device, now: now)
      }
    }
    return moments
  }

  @Test("A device is called at every address, then again after pauses that double, and then left")
  func pauses() throws {
    var plan = CallPlan()
    let addresses = [try Self.address("a"), try Self.address("b")]
    plan.setDevices([(device, addresses)], now: 0)
    #expect(plan.next(0).map(\.place) == [.named(addresses[0])])
    // Until something is known of the call nothing else is done.
    #expect(plan.deadline == nil && plan.next(1).isEmpty)
    plan.failed(device, now: 5)
    #expect(plan.deadline == 5 && plan.next(5).map(\.place) == [.named(addresses[1])])
    plan.failed(device, now: 10)
    var pause: UInt64 = CallPlan.firstPause
    var last: UInt64 = 10
    var count = 0
    while let deadline = plan.deadline {
      #expect((pause * 3 / 4...pause * 5 / 4).contains(deadline - last), "\(pause)")
      last = deadline
      for _ in addresses {
        #expect(plan.next(last).count == 1)
        plan.failed(device, now: last)
      }
      pause = min(pause * 2, CallPlan.longestPause)
      count += 1
      try #require(count < 20)
    }
    #expect(pause == CallPlan.longestPause)
  }

  @Test("While something is offered, or the device is found, it is never left")
  func wanted() throws {
    for isOffering in [true, false] {
      var plan = CallPlan()
      plan.setDevices([(device, [try Self.address("a")])], now: 0)
      if isOffering {
        plan.setOffering(true, now: 0)
      } else {
        plan.setFound([device: [try Self.found("192.0.2.7")]], now: 0)
      }
      #expect(calls(&plan, atMost: 100).count == 100)
      let deadline = try #require(plan.deadline)
      #expect(deadline > 0)
    }
  }

  @Test("What is new has a device called at once: an offer, a place, an address, the network")
  func news() throws {
    var plan = CallPlan()
    plan.setDevices([(device, [try Self.address("a")])], now: 0)
    let news: [(inout CallPlan, UInt64) throws -> Void] = [
      { $0.setOffering(true, now: $1) }, { plan, now in plan.beginAll(now) },
      { $0.setFound([device: [try Self.found("192.0.2.7")]], now: $1) },
      { $0.setDevices([(device, [try Self.address("b")])], now: $1) },
    ]
    for tell in news {
      let last = try #require(calls(&plan, atMost: 10).last)
      #expect(plan.deadline != last)
      try tell(&plan, last)
      #expect(plan.deadline == last)
    }
    // The same once more is no news.
    let last = try #require(calls(&plan, atMost: 10).last)
    let deadline = plan.deadline
    plan.setOffering(true, now: last)
    plan.setFound([device: [try Self.found("192.0.2.7")]], now: last)
    plan.setDevices([(device, [try Self.address("b")])], now: last)
    #expect(plan.deadline == deadline)
  }

  @Test("A connected device is not called; one that was lost is, after a pause")
  func losing() throws {
    var plan = CallPlan()
    plan.setDevices([(device, [try Self.address("a")]), (other, [])], now: 0)
    #expect(plan.next(0).map(\.device) == [device])
    plan.connected(device, now: 10)
    plan.setOffering(true, now: 20)
    #expect(plan.next(100).isEmpty && plan.deadline == nil)
    plan.lost(device, now: 100)
    let first = try #require(plan.deadline)
    #expect((850...1_350).contains(first))
    // One that ends each connection at once has longer and longer pauses.
    #expect(plan.next(first).count == 1)
    plan.connected(device, now: first)
    plan.lost(device, now: first + 1)
    #expect(try #require(plan.deadline) >= first + 1_500)
    plan.setDevices([], now: first)
    #expect(plan.deadline == nil)
  }

  @Test("Names are called at every address that they stand for")
  func names() throws {
    var plan = CallPlan()
    plan.setDevices([(device, [try Self.address("a"), try Self.address("b")])], now: 0)
    #expect(plan.next(0).map(\.place) == [.named(try Self.address("a"))])
    let addresses = [try Self.found("192.0.2.7"), try Self.found("2001:db8::1")]
    plan.resolved(device, addresses, now: 3)
    for address in addresses {
      #expect(plan.next(3).map(\.place) == [.address(address)])
      plan.failed(device, now: 3)
    }
    #expect(plan.next(3).map(\.place) == [.named(try Self.address("b"))])
    plan.resolved(device, [], now: 4)
    #expect(try #require(plan.deadline) >= 754)
  }
}
