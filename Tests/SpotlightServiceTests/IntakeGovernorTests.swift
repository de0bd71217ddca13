import FresnelModel
import FresnelPlatform
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("IntakeGovernor", .timeLimit(.minutes(30)))
struct IntakeGovernorTests {
  private final class World: Sendable {
    let now = Mutex<UInt64>(1_000_000_000)
    let readings = Mutex(IntakeReadings())
    let told = Mutex<[Throttle]>([])
    let done = Mutex<[Int]>([])

    func advance(seconds: Double) { now.withLock { $0 += UInt64(seconds * 1e9) } }
  }

  private func governor(_ world: World) -> IntakeGovernor {
    IntakeGovernor(
      readings: { world.readings.withLock { $0 } }, clock: { world.now.withLock { $0 } },
      tell: { _, throttle in world.told.withLock { $0.append(throttle) } })
  }

  /// A batch that costs about so many seconds.
  private func batch(seconds: Double) throws -> ApplyBatch {
    let bytes = Int(seconds * 1e9 / 40)
    let item = item("1", title: String(repeating: "x", count: max(1, min(bytes, 60_000))))
    let encoded = try encoded(item)
    let count = max(1, Int(seconds * 1e9) / (20_000 + encoded.byteCount * 40))
    return ApplyBatch(
      handle: 1, operations: [.put(Array(repeating: encoded, count: count))])
  }

  private func admit(_ number: Int, _ batch: ApplyBatch, _ governor: IntakeGovernor, _ world: World)
  {
    governor.admit(batch, of: "app") { world.done.withLock { $0.append(number) } }
  }

  @Test("without a reason nothing waits; a busy machine leaves indexing a fifth of a processor")
  func pressure() throws {
    let world = World()
    let governor = governor(world)
    let tenth = try batch(seconds: 0.1)
    for number in 0..<10 { admit(number, tenth, governor, world) }
    #expect(world.done.withLock { $0.count } == 10)
    world.readings.withLock { $0.processorPressure = 60 }
    world.advance(seconds: 2)
    for number in 10..<20 { admit(number, tenth, governor, world) }
    #expect(world.told.withLock { $0.map(\.isBeginning) } == [true])
    var counts: [Int] = []
    for _ in 0..<5 {
      counts.append(world.done.withLock { $0.count })
      world.advance(seconds: 0.55)
      governor.look(at: "app")
    }
    #expect(counts == [11, 12, 13, 14, 15])
    // Once the reason is gone, what waits goes on at once, in order; the app hears of it.
    world.readings.withLock { $0.processorPressure = 0 }
    world.advance(seconds: 5)
    governor.look(at: "app")
    #expect(world.done.withLock { $0 } == Array(0..<20))
    #expect(world.told.withLock { $0.map(\.isBeginning) } == [true, false])
  }

  @Test("what has to wait is looked at when it is due, also where a look was due much later before")
  func lookTime() throws {
    let world = World()
    let governor = governor(world)
    world.readings.withLock { $0.processorPressure = 60 }
    admit(0, try batch(seconds: 0.001), governor, world)
    // Nothing waits: it is looked again whether the reason is still there.
    let now = world.now.withLock { $0 }
    #expect(governor.lookTime(of: "app") == now + 5_000_000_000)
    let tenth = try batch(seconds: 0.1)
    var number = 1
    while world.done.withLock({ $0.count }) == number {
      admit(number, tenth, governor, world)
      number += 1
    }
    // A tenth of a second of work takes half a second where a fifth of a processor is left.
    let due = try #require(governor.lookTime(of: "app"))
    #expect(due > now && due <= now + 600_000_000)
  }

  @Test("a low battery leaves a twentieth; deleting does not wait unless something before it does")
  func battery() throws {
    let world = World()
    let governor = governor(world)
    world.readings.withLock { $0.isPowerScarce = true }
    let deletion = ApplyBatch(handle: 1, operations: [.deleteAll])
    admit(0, try batch(seconds: 0.1), governor, world)
    admit(1, deletion, governor, world)
    #expect(world.done.withLock { $0 } == [0, 1])
    admit(2, try batch(seconds: 0.1), governor, world)
    admit(3, deletion, governor, world)
    #expect(world.done.withLock { $0 } == [0, 1])
    world.advance(seconds: 1.9)
    governor.look(at: "app")
    #expect(world.done.withLock { $0 } == [0, 1])
    world.advance(seconds: 0.2)
    governor.look(at: "app")
    #expect(world.done.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test(
    "an app that indexes for half a minute of processor time within one is slowed down, not others")
  func sustained() throws {
    let world = World()
    let governor = governor(world)
    let second = try batch(seconds: 1)
    for number in 0..<40 {
      admit(number, second, governor, world)
      world.advance(seconds: 1.01)
    }
    #expect(world.told.withLock { $0.first?.isBeginning } == true)
    #expect(governor.report.reasons == ["app": .sustained])
    let others = Mutex(0)
    governor.admit(second, of: "other") { others.withLock { $0 += 1 } }
    #expect(others.withLock { $0 } == 1)
    #expect(world.done.withLock { $0.count } < 40)
    // In the end all get through.
    for _ in 0..<60 {
      world.advance(seconds: 6)
      governor.look(at: "app")
    }
    #expect(world.done.withLock { $0 } == Array(0..<40))
  }

  @Test("an app that stopped indexing hears that it is not slowed down, and nobody looks any more")
  func quiet() throws {
    let world = World()
    let looks = Mutex(0)
    let governor = IntakeGovernor(
      readings: {
        looks.withLock { $0 += 1 }
        return IntakeReadings(isPowerScarce: true)
      }, clock: { world.now.withLock { $0 } },
      tell: { _, throttle in world.told.withLock { $0.append(throttle) } })
    admit(0, try batch(seconds: 0.1), governor, world)
    world.advance(seconds: 30)
    governor.look(at: "app")
    #expect(world.told.withLock { $0.map(\.isBeginning) } == [true])
    world.advance(seconds: 40)
    governor.look(at: "app")
    #expect(world.told.withLock { $0.map(\.isBeginning) } == [true, false])
    #expect(governor.report.costs.isEmpty)
    #expect(looks.withLock { $0 } == 3)
  }

  @Test("a batch that comes while others are let through goes behind them")
  func order() throws {
    let world = World()
    let governor = governor(world)
    world.readings.withLock { $0.isPowerScarce = true }
    let deletion = ApplyBatch(handle: 1, operations: [.deleteAll])
    admit(0, try batch(seconds: 0.1), governor, world)
    let last = deletion
    governor.admit(try batch(seconds: 0.1), of: "app") {
      // As another thread may do while this one is about to hand the batch on.
      governor.admit(last, of: "app") { world.done.withLock { $0.append(3) } }
      world.done.withLock { $0.append(1) }
    }
    admit(2, deletion, governor, world)
    #expect(world.done.withLock { $0 } == [0])
    world.advance(seconds: 2.1)
    governor.look(at: "app")
    #expect(world.done.withLock { $0 } == [0, 1, 2, 3])
    admit(4, deletion, governor, world)
    #expect(world.done.withLock { $0.last } == 4)
  }

  @Test("a core without readings slows nothing down")
  func off() throws {
    let world = World()
    let governor = IntakeGovernor(readings: nil, clock: { 0 }, tell: { _, _ in })
    for number in 0..<50 { admit(number, try batch(seconds: 0.01), governor, world) }
    #expect(world.done.withLock { $0.count } == 50)
  }

  @Test("what a person has a command index does not wait, however busy the machine is")
  func command() async throws {
    let timers = TestTimers()
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    options.intakeReadings = { IntakeReadings(processorPressure: 95, isPowerScarce: true) }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let items = try (0..<3).map { try encoded(item("\($0)")) }
    let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
    let opening = OpenIndex(name: "", protection: ProtectionClass.none, app: "org.fresnel.files")
    guard case .indexOpened(let opened) = await tool.ask(.openIndex(opening)) else {
      throw TestFailure("The tool cannot open its index.")
    }
    for _ in 0..<20 {
      #expect(await tool.apply([.put(items)], opened.handle) == nil)
    }
    // An app waits for its second batch.
    let app = TestClient(core, mail)
    let handle = try await app.open("a", ProtectionClass.none)
    #expect(await app.apply([.put(items)], handle) == nil)
    let second = app.send(
      .apply(ApplyBatch(handle: handle, clientState: nil, operations: [.put(items)])))
    #expect(!app.sink.envelopes.contains { $0.request == second })
    timers.advance(seconds: 60)
    #expect(await app.reply(to: second).failure == nil)
  }
}
