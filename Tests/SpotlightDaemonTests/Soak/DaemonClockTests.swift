import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("A daemon whose clock is set", .timeLimit(.minutes(30)))
struct DaemonClockTests {
  @Test("an item that expires by a clock that was wrong is back when the clock is right again")
  func expiry() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try SoakStage(in: directory)
      defer { stage.daemon.kill() }
      try stage.daemon.start()
      let client = try RawClient(path: stage.daemon.socketPath)
      try client.shakeHands(claiming: SoakStage.apps[0])
      let index = try client.open("letters")
      var item = Item(uniqueIdentifier: "letter")
      item.attributes[.title] = .string("letter")
      item.expiration = Timestamp(secondsSince1970: WallClock.secondsSince1970 + 3600)
      let batch = ApplyBatch(
        handle: index,
        operations: [.put([try EncodedItem(opening: try ItemCodec.encode(item))])])
      guard case .done = try client.ask(.apply(batch)) else {
        Issue.record("the item was not taken")
        return
      }
      func found() throws -> [String] { try client.identifiers(matching: "title == \"*\"") }
      #expect(try found() == ["letter"])
      // While the store still writes, it would see the wrong clock, and take what has expired off the disk.
      try stage.order("compact")
      try stage.setClock(ahead: 7200)
      #expect(try found() == [])
      try stage.setClock(ahead: -7200)
      #expect(try found() == ["letter"])
      try stage.setClock(ahead: 366 * 86_400)
      stage.daemon.kill()
      try stage.setClock(ahead: 0)
      try stage.daemon.start()
      let next = try RawClient(path: stage.daemon.socketPath)
      try next.shakeHands(claiming: SoakStage.apps[0])
      #expect(try next.identifiers(matching: "title == \"*\"") == ["letter"])
    }
  }
}
