import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("HandoffHint")
struct HandoffHintTests {
  private struct Two {
    var a = DeviceBook(own: .random())
    var b = DeviceBook(own: .random())

    init() throws {
      let pairKey = SecretBytes.random(byteCount: 32)
      try a.add(Device(publicKey: b.own.publicKey, pairKey: pairKey, name: "b"))
      try b.add(Device(publicKey: a.own.publicKey, pairKey: pairKey, name: "a"))
    }

    func call(_ epoch: UInt64) -> [UInt8] {
      HandoffHint.call(
        pairKey: a.devices[0].pairKey, publicKey: a.own.publicKey, epoch: epoch)
    }
  }

  @Test("A hint is known in its epoch and the two beside it, and by the device it is meant for")
  func epochs() throws {
    let two = try Two()
    for epoch in [0, 1, 2_000_000, UInt64.max] {
      for distance in -3...3 as ClosedRange<Int> {
        let (other, overflow) =
          distance < 0
          ? epoch.subtractingReportingOverflow(UInt64(-distance))
          : epoch.addingReportingOverflow(UInt64(distance))
        guard !overflow else { continue }
        let caller = two.b.caller(of: two.call(epoch), epoch: other)
        #expect((caller?.name == "a") == (abs(distance) <= 1), "\(epoch), \(distance)")
      }
    }
    // It is not meant for the device that made it, and a hint to be found by is none to call with.
    #expect(two.a.caller(of: two.call(5), epoch: 5) == nil)
    let find = HandoffHint.find(
      pairKey: two.a.devices[0].pairKey, publicKey: two.a.own.publicKey, epoch: 5)
    #expect(two.b.announcer(of: find, epoch: 6)?.name == "a")
    #expect(two.b.caller(of: find, epoch: 5) == nil)
    #expect(!two.call(5).starts(with: find))
  }

  @Test("Hints are those that Python's hashlib makes as the page says")
  func golden() {
    let pairKey = Array(0..<32 as Range<UInt8>).withUnsafeBytes { SecretBytes(copying: $0) }
    let publicKey = Array(32..<64 as Range<UInt8>)
    #expect(
      HandoffHint.find(pairKey: pairKey, publicKey: publicKey, epoch: 2_000_000)
        == bytes("e82f99a5ed3b83a9"))
    #expect(
      HandoffHint.call(pairKey: pairKey, publicKey: publicKey, epoch: 2_000_000)
        == bytes("d87827a0b449b068a33aca68494853db"))
  }

  @Test("Epochs are quarters of an hour")
  func time() {
    #expect(HandoffHint.epoch(atSeconds: 0) == 0)
    #expect(HandoffHint.epoch(atSeconds: 899) == 0)
    #expect(HandoffHint.epoch(atSeconds: 900) == 1)
  }

  @Test("An announcement has eight hints, tells one device from the other, and fits a TXT record")
  func announcement() throws {
    var generator = SeededGenerator(seed: 1)
    let two = try Two()
    let announcement = HandoffAnnouncement(to: two.a, epoch: 7, using: &generator)
    let text = announcement.text.map { Array($0.utf8) }
    let hints = HandoffAnnouncement.hints(inText: text)
    #expect(hints == announcement.hints && hints.count == 8)
    #expect(text.allSatisfy { $0.count <= 255 })
    #expect(announcement.instance.utf8.count == 16)
    #expect(hints.filter { two.b.announcer(of: $0, epoch: 8) != nil }.count == 1)
    let next = HandoffAnnouncement(to: two.a, epoch: 8, using: &generator)
    #expect(Set(next.hints).isDisjoint(with: hints) && next.instance != announcement.instance)
  }

  @Test("More than eight devices take turns, so that each is meant often enough")
  func turns() throws {
    var generator = SeededGenerator(seed: 2)
    let book = try DeviceBookTests.book(deviceCount: 20)
    var isMeant = [Int](repeating: 0, count: 20)
    for epoch in 0..<20 as Range<UInt64> {
      let announcement = HandoffAnnouncement(to: book, epoch: epoch, using: &generator)
      #expect(announcement.hints.count == 8)
      for (index, device) in book.devices.enumerated() {
        let hint = HandoffHint.find(
          pairKey: device.pairKey, publicKey: book.own.publicKey, epoch: epoch)
        isMeant[index] += announcement.hints.contains(hint) ? 1 : 0
      }
    }
    #expect(isMeant == [Int](repeating: 8, count: 20))
  }

  @Test("Any TXT record is read without harm", arguments: 0..<4)
  func randomText(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let text = HandoffAnnouncement(to: DeviceBook(own: .random()), epoch: 0, using: &generator).text
      .map { Array($0.utf8) }
    for _ in 0..<2_000 {
      let hints = HandoffAnnouncement.hints(inText: text.map { generator.mutate($0, changes: 1) })
      #expect(hints.isEmpty || hints.count == 8, "seed \(seed)")
    }
  }
}
