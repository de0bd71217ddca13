import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("Connection slots")
struct ConnectionSlotsTests {
  private static func limits() -> ConnectionLimits {
    var limits = ConnectionLimits()
    (limits.connections, limits.surfaceConnections) = (12, 4)
    (limits.newConnections, limits.newSurfaceConnections) = (6, 2)
    limits.newConnectionsPerProcess = 2
    limits.newConnectionsPerProgram = 3
    limits.newConnectionsPerControlGroup = 4
    limits.connectionsPerIdentity = 4
    return limits
  }

  /// Connections that arrive, with the numbers of those that have a slot.
  private final class Stage {
    var slots = ConnectionSlots(limits())
    var count: UInt64 = 0
    var busy: Set<UInt64> = []

    func arrive(
      process: Int32, program: UInt64, group: Int, isOwn: Bool = false
    ) -> ConnectionSlots.Arrival {
      count += 1
      let glance = PeerGlance(
        processIdentifier: process, program: PeerGlance.Program(device: 1, inode: program),
        controlGroup: group)
      return slots.arrive(count, glance, isOwn: isOwn, isBusy: { [busy] in busy.contains($0) })
    }

    /// - Returns: Whether the app may have it.
    func open(_ number: UInt64, _ app: String, isRegistered: Bool = true) -> Bool {
      slots.open(
        number, as: AppIdentity(identifier: app), isRegistered: isRegistered, isSurface: false
      ).isAdmitted
    }
  }

  @Test(
    "of a process, a program and a control group only so many are greeted; others have their turn")
  func turns() {
    let stage = Stage()
    for _ in 0..<2 {
      #expect(stage.arrive(process: 1, program: 1, group: 1) == .greet(ending: nil))
    }
    #expect(stage.arrive(process: 1, program: 1, group: 1) == .wait(ending: nil))
    #expect(stage.arrive(process: 2, program: 1, group: 1) == .greet(ending: nil))
    #expect(stage.arrive(process: 3, program: 1, group: 1) == .wait(ending: nil))
    #expect(stage.arrive(process: 4, program: 2, group: 1) == .greet(ending: nil))
    #expect(stage.arrive(process: 5, program: 3, group: 1) == .wait(ending: nil))
    // Another group has room.
    #expect(stage.arrive(process: 6, program: 3, group: 2) == .greet(ending: nil))
    #expect(stage.arrive(process: 7, program: 1, group: 3) == .wait(ending: nil))
    // Those whose crowds have fewest come first, whenever they came.
    #expect(stage.slots.leave(4) == [9, 7])
  }

  @Test("the person's own programs have slots of their own, whatever others hold")
  func own() {
    let stage = Stage()
    for number in 0..<100 {
      _ = stage.arrive(process: Int32(number), program: UInt64(number), group: number)
    }
    #expect(stage.slots.count == 12)
    #expect(
      stage.arrive(process: 200, program: 200, group: 200, isOwn: true) == .greet(ending: nil))
    #expect(
      stage.arrive(process: 201, program: 200, group: 200, isOwn: true) == .greet(ending: nil))
    let number = stage.count + 1
    #expect(stage.arrive(process: 202, program: 200, group: 200, isOwn: true) == .wait(ending: nil))
    // One that was greeted and says nothing makes room after a while: the one that has been silent longest.
    #expect(stage.slots.silentVictim(for: number) == 101)
    #expect(stage.slots.leave(101).first == number)
    // Those that waited are counted when it is known whose they are, whatever they were taken for.
    for (number, waits) in [(102, 0), (number, 1)] {
      _ = stage.slots.open(
        number, as: AppIdentity(identifier: "org.fresnel"), isRegistered: true, isSurface: true)
      #expect(stage.slots.surfaceWaitCount == waits)
    }
  }

  @Test(
    "where there is no room, the largest crowd loses one that was not taken in, not the newcomer")
  func crowds() {
    let stage = Stage()
    for _ in 0..<2 { _ = stage.arrive(process: 1, program: 1, group: 1) }
    for number in 2..<12 { _ = stage.arrive(process: Int32(number), program: 7, group: 2) }
    guard case .greet(ending: let ended?) = stage.arrive(process: 90, program: 90, group: 90) else {
      Issue.record("it was not greeted")
      return
    }
    #expect(3...12 ~= ended)
    // A crowd makes no room for itself.
    #expect(stage.arrive(process: 99, program: 7, group: 2) == .refuse)
  }

  @Test(
    "a registered app's connections stay; of others the idle ones end first, the busy ones last")
  func registered() {
    let stage = Stage()
    for number in UInt64(1)...12 {
      _ = stage.arrive(process: Int32(number), program: number, group: Int(number))
      #expect(stage.open(number, "app \(number)", isRegistered: number <= 9))
    }
    stage.busy = [10]
    stage.slots.use(11)
    #expect(stage.arrive(process: 50, program: 50, group: 50) == .greet(ending: 12))
    #expect(stage.open(13, "app 50"))
    #expect(stage.arrive(process: 51, program: 51, group: 51) == .greet(ending: 11))
    #expect(stage.open(14, "app 51"))
    #expect(stage.arrive(process: 52, program: 52, group: 52) == .greet(ending: 10))
    #expect(stage.open(15, "app 52"))
    #expect(stage.arrive(process: 53, program: 53, group: 53) == .refuse)
  }

  @Test(
    "an app has so many connections and no more; the person's own programs lose the one longest idle"
  )
  func identities() {
    let stage = Stage()
    for number in UInt64(1)...5 {
      _ = stage.arrive(process: Int32(number), program: number, group: 1, isOwn: false)
      let isAdmitted = stage.open(number, "one")
      #expect(isAdmitted == (number < 5))
    }
    for number in UInt64(6)...9 {
      _ = stage.arrive(process: Int32(number), program: 100, group: 1, isOwn: true)
      #expect(stage.open(number, "org.fresnel"))
    }
    stage.busy = [6]
    #expect(
      stage.arrive(process: 70, program: 100, group: 1, isOwn: true) == .greet(ending: 7))
  }

  @Test("what was taken for one of the person's own and is none keeps to what others have")
  func demoted() {
    let stage = Stage()
    for number in 0..<12 {
      _ = stage.arrive(process: Int32(number), program: 5, group: 1)
    }
    _ = stage.arrive(process: 77, program: 5, group: 1, isOwn: true)
    let isTold = stage.slots.makeOther(13, isBusy: { _ in false }).mayStay
    #expect(!isTold)
    #expect(stage.slots.count == 12)
    _ = stage.arrive(process: 78, program: 78, group: 1, isOwn: true)
    let (mayStay, ended, _) = stage.slots.makeOther(14, isBusy: { _ in false })
    #expect(mayStay && ended != nil)
  }

  @Test("whatever comes and goes, nothing is counted twice or forgotten")
  func random() {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let stage = Stage()
    var present: Set<UInt64> = []
    var greeted: Set<UInt64> = []
    func note(_ next: [UInt64]) { greeted.formUnion(next) }
    for _ in 0..<5000 {
      switch generator.below(4) {
      case 0, 1:
        let arrival = stage.arrive(
          process: Int32(generator.below(8)), program: UInt64(generator.below(4)),
          group: generator.below(3), isOwn: generator.once(in: 5))
        switch arrival {
        case .greet(let ended):
          if let ended {
            #expect(present.remove(ended) != nil, "seed \(seed)")
            // As when the connection has ended.
            note(stage.slots.leave(ended))
          }
          present.insert(stage.count)
          greeted.insert(stage.count)
        case .wait(let ended):
          if let ended {
            #expect(present.remove(ended) != nil, "seed \(seed)")
            // As when the connection has ended.
            note(stage.slots.leave(ended))
          }
          present.insert(stage.count)
        case .refuse: break
        }
      case 2:
        guard let number = present.sorted().first(where: { $0 % 3 == UInt64(generator.below(3)) })
        else { continue }
        present.remove(number)
        note(stage.slots.leave(number))
      default:
        guard let number = greeted.intersection(present).sorted().first else { continue }
        greeted.remove(number)
        let (isAdmitted, next) = stage.slots.open(
          number, as: AppIdentity(identifier: "app \(generator.below(6))"),
          isRegistered: generator.once(in: 2), isSurface: generator.once(in: 5))
        note(next)
        if !isAdmitted {
          present.remove(number)
          note(stage.slots.leave(number))
        }
      }
      #expect(stage.slots.count == present.count, "seed \(seed)")
    }
    for number in present.sorted() { note(stage.slots.leave(number)) }
    #expect(stage.slots.count == 0, "seed \(seed)")
    // Nothing is left of the counts: as many are greeted as at the beginning.
    var fresh = 0
    for number in 0..<12 {
      if case .greet = stage.arrive(
        process: Int32(1000 + number), program: UInt64(1000 + number), group: 1000 + number)
      {
        fresh += 1
      }
    }
    #expect(fresh == 6, "seed \(seed)")
  }
}
