import FresnelLaunching
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("ReceiverTable")
struct ReceiverTableTests {
  private final class Client: Sendable {}
  private let notes = AppIdentity(identifier: "com.example.notes")

  @Test(
    "The client that did something last comes first; what it takes, and that it is gone, counts")
  func order() {
    var table = ReceiverTable<Client>()
    let (first, second) = (Client(), Client())
    let one = table.receive(.all, first, of: notes)
    let two = table.receive(.activities, second, of: notes)
    #expect(table.receivers(of: notes).map(\.session) == [two, one])
    table.setCurrent(ActivitySummary(number: 7, type: "a"), first, of: notes)
    #expect(
      table.receivers(of: notes) == [
        ReceiverFacts(session: one, kinds: .all), ReceiverFacts(session: two, kinds: .activities),
      ])
    #expect(table.current(of: notes)?.summary.number == 7)
    table.receive([], first, of: notes)
    #expect(table.receivers(of: notes).map(\.session) == [two])
    table.end(second)
    #expect(table.client(two) == nil && table.receivers(of: notes).isEmpty)
    #expect(table.receivers(of: AppIdentity(identifier: "other")).isEmpty)
  }

  @Test("A client that asked after a moment is found, one before it is not")
  func newcomers() {
    var table = ReceiverTable<Client>()
    let (first, second) = (Client(), Client())
    table.receive(.all, first, of: notes)
    let moment = table.moment
    table.setCurrent(nil, first, of: notes)
    #expect(table.newReceiver(.activities, of: notes, since: moment) == nil)
    let two = table.receive(.urls, second, of: notes)
    #expect(table.newReceiver(.activities, of: notes, since: moment) == nil)
    #expect(table.newReceiver(.urls, of: notes, since: moment) == two)
    #expect(table.client(two) === second && table.number(of: second) == two)
  }
}

@Suite("PendingDeliveries")
struct PendingDeliveriesTests {
  private let notes = AppIdentity(identifier: "com.example.notes")

  @Test("The first leads, others join, and all are taken in order with the way of the start")
  func joining() {
    var pending = PendingDeliveries()
    #expect(pending.add(1, .activities, of: notes, by: .activated, until: 20) == .leads)
    #expect(pending.add(2, .urls, of: notes, by: .started, until: 20) == .joins)
    #expect(pending.add(3, .activities, of: notes, by: .started, until: 20) == .joins)
    pending.setWay(.started, of: notes, ledBy: 1)
    pending.setWay(.activated, of: notes, ledBy: 2)
    let taken = pending.take(.activities, of: notes)
    #expect(taken.map(\.number) == [1, 3] && taken.allSatisfy { $0.way == .started })
    #expect(pending.take(.all, of: notes).map(\.number) == [2])
    #expect(pending.take(.all, of: notes).isEmpty)
    #expect(pending.add(4, .activities, of: notes, by: .started, until: 20) == .leads)
  }

  @Test("A failed start takes along what waited for it, and nothing that waits for a later one")
  func failing() {
    var pending = PendingDeliveries()
    _ = pending.add(1, .activities, of: notes, by: .started, until: 20)
    _ = pending.add(2, .activities, of: notes, by: .started, until: 20)
    #expect(pending.removeAll(of: notes, ledBy: 2).isEmpty)
    #expect(pending.removeAll(of: notes, ledBy: 1) == [1, 2])
    _ = pending.add(3, .activities, of: notes, by: .started, until: 20)
    #expect(pending.removeAll(of: notes, ledBy: 1).isEmpty)
    #expect(pending.take(.all, of: notes).map(\.number) == [3])
  }

  @Test("What waits too long goes, sooner when its program has ended")
  func expiring() {
    var pending = PendingDeliveries()
    _ = pending.add(1, .activities, of: notes, by: .started, until: 20)
    _ = pending.add(2, .activities, of: AppIdentity(identifier: "b"), by: .started, until: 30)
    #expect(pending.expire(at: 19).isEmpty)
    let isHurried = [1, 2].map { pending.hurry(notes, ledBy: $0, until: 10) }
    #expect(isHurried == [true, false])
    #expect(pending.expire(at: 19) == [1])
    #expect(pending.expire(at: 40) == [2])
  }

  @Test("An app has a few, and all have no more than there is room for")
  func limits() {
    var pending = PendingDeliveries()
    for number in 0..<UInt64(PendingDeliveries.appLimit) {
      #expect(pending.add(number, .all, of: notes, by: .started, until: 1) != .isRefused)
    }
    #expect(pending.add(9, .all, of: notes, by: .started, until: 1) == .isRefused)
    var count = PendingDeliveries.appLimit
    for number in 0..<100 {
      let app = AppIdentity(identifier: "app\(number)")
      if pending.add(UInt64(100 + number), .all, of: app, by: .started, until: 1) == .leads {
        count += 1
      }
    }
    #expect(count == PendingDeliveries.limit)
  }
}

@Suite("LaunchClock")
struct LaunchClockTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test("The first sign counts, from the client that got it, also before it said yes")
  func signs() {
    var clock = LaunchClock()
    _ = clock.begin(1, at: 5 * Self.millisecond)
    clock.deliver(1, to: 8)
    #expect(clock.show(1, by: 9, .current, at: 6 * Self.millisecond) == nil)
    #expect(clock.show(1, by: 8, .window, at: 45 * Self.millisecond) == nil)
    #expect(clock.show(1, by: 8, .current, at: 50 * Self.millisecond) == nil)
    let settled = clock.take(1, at: 60 * Self.millisecond)
    #expect(settled?.0 == LaunchTime(milliseconds: 40, end: .window))
    #expect(clock.settle(1) == nil)
    #expect(clock.wait(1) { _ in } == LaunchTime(milliseconds: 40, end: .window))
  }

  @Test("Without a sign the moment of the yes counts, and whoever waits is told")
  func waiting() {
    var clock = LaunchClock()
    let told = Mutex<[LaunchTime]>([])
    _ = clock.begin(1, at: 0)
    clock.deliver(1, to: 8)
    #expect(clock.wait(1) { time in told.withLock { $0.append(time) } } == nil)
    #expect(clock.take(1, at: 30 * Self.millisecond) == nil)
    guard let (time, waiters) = clock.settle(1) else {
      Issue.record("It is not settled.")
      return
    }
    for waiter in waiters { waiter(time) }
    #expect(told.withLock { $0 } == [LaunchTime(milliseconds: 30, end: .taken)])
    #expect(clock.show(1, by: 8, .current, at: 90 * Self.millisecond) == nil)
  }

  @Test("Of what nobody took nothing is known, nor of what nobody remembers")
  func unknown() {
    var clock = LaunchClock()
    _ = clock.begin(1, at: 0)
    _ = clock.show(1, by: 8, .current, at: 1)
    #expect(clock.settle(1)?.0 == LaunchTime(end: .unknown))
    #expect(clock.wait(2) { _ in } == LaunchTime(end: .unknown))
    let forgotten = Mutex(0)
    _ = clock.begin(2, at: 0)
    _ = clock.wait(2) { _ in forgotten.withLock { $0 += 1 } }
    for number in 3..<UInt64(3 + LaunchClock.limit) {
      for waiter in clock.begin(number, at: 0) { waiter(LaunchTime(end: .unknown)) }
    }
    #expect(forgotten.withLock { $0 } == 1)
  }
}

@Suite("What launching reads of the system")
struct LaunchReadingTests {
  @Test("An app gets the variables of the session, and no other token than its own")
  func environment() {
    let daemon = [
      "PATH": "/bin", "DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run", "SECRET": "s",
      "NOTIFY_SOCKET": "/n", "XDG_ACTIVATION_TOKEN": "old", "DESKTOP_STARTUP_ID": "old",
    ]
    let plain = ["PATH": "/bin", "DISPLAY": ":0", "XDG_RUNTIME_DIR": "/run"]
    #expect(LaunchEnvironment.variables(from: daemon, token: nil) == plain)
    let own = ["XDG_ACTIVATION_TOKEN": "new", "DESKTOP_STARTUP_ID": "new"]
    #expect(
      LaunchEnvironment.variables(from: daemon, token: "new") == plain.merging(own) { $1 })
  }
}
