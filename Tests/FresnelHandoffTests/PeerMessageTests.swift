import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("PeerMessage")
struct PeerMessageTests {
  private static func decode(_ bytes: [UInt8]) -> (PeerMessage?, HandoffError.Code?) {
    var message: PeerMessage?
    let code = thrown { () throws(HandoffError) in message = try PeerMessage(decoding: bytes) }
    return (message, code)
  }

  @Test("Every message is read as it was written, in a multiple of 256 bytes", arguments: 0..<2)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let message = generator.message()
      let padded = Padding.pad(try message.encoded())
      #expect(padded.count % 256 == 0 && padded.count <= 32 << 10)
      #expect(try PeerMessage(decoding: padded) == message, "seed \(seed)")
    }
  }

  @Test("Messages have the bytes that the page lists")
  func golden() throws {
    let offer = PeerMessage.Offer(
      number: 0x0102, app: "a", appName: "n", type: "t", title: "", hasStreams: true)
    for (message, digits) in [
      (.hello(version: 1, name: "x"), "01 0100 0178"),
      (.offer(offer), "02 0201000000000000 0161 016e 0174 00 02"),
      (.withdraw(offer: 1), "03 0100000000000000"),
      (.pick(pick: 2, offer: 1), "04 0200000000000000 0100000000000000"),
      (.state(pick: 2, activity: [7]), "05 0200000000000000 0107"),
      (.refuse(pick: 2, .tooLarge, reason: "r"), "06 0200000000000000 0312 0172"),
      (.continued(pick: 2), "07 0200000000000000"),
      (.update(pick: 2, activity: [7, 8]), "08 0200000000000000 020708"),
      (.streamOpen(stream: 3, pick: 2), "09 03000000 0200000000000000"),
      (.streamData(stream: 3, bytes: [9]), "0a 03000000 0109"),
      (.streamCredit(stream: 3, byteCount: 16_384), "0b 03000000 00400000"),
      (.streamEnd(stream: 3, isCancelled: true), "0c 03000000 01"), (.ping, "0d"), (.pong, "0e"),
      (.forget, "0f"),
    ] as [(PeerMessage, String)] {
      #expect(try message.encoded() == bytes(digits), "\(message)")
    }
  }

  @Test("The largest messages fit a frame; one byte more is too large, not cut")
  func limits() throws {
    let offer = PeerMessage.Offer(
      number: .max, app: String(repeating: "a", count: 255),
      appName: String(repeating: "n", count: 256), type: String(repeating: "t", count: 1_024),
      title: String(repeating: "i", count: 4_096), hasWebpage: true, hasStreams: true)
    let full = [UInt8](repeating: 1, count: 16 << 10)
    for message: PeerMessage in [
      .offer(offer), .state(pick: 1, activity: full), .update(pick: 1, activity: full),
      .streamData(stream: 1, bytes: full), .streamCredit(stream: 1, byteCount: 65_536),
      .hello(version: 1, name: String(repeating: "d", count: 64)),
      .refuse(pick: 1, .tooLarge, reason: String(repeating: "r", count: 1_024)),
    ] {
      #expect(try PeerMessage(decoding: Padding.pad(message.encoded())) == message)
    }
    var longTitle = offer
    longTitle.title += "i"
    var noType = offer
    noType.type = ""
    for message: PeerMessage in [
      .offer(longTitle), .offer(noType), .state(pick: 1, activity: full + [1]),
      .state(pick: 1, activity: []), .update(pick: 1, activity: full + [1]),
      .streamData(stream: 1, bytes: full + [1]), .streamData(stream: 1, bytes: []),
      .streamCredit(stream: 1, byteCount: 65_537), .streamCredit(stream: 1, byteCount: 0),
      .hello(version: 1, name: String(repeating: "d", count: 65)),
    ] {
      #expect(thrown { () throws(HandoffError) in _ = try message.encoded() } == .tooLarge)
    }
  }

  @Test(
    "What follows a message is zero and less than a block; unknown kinds and numbers are refused")
  func malformed() throws {
    let ping = Padding.pad(try PeerMessage.ping.encoded())
    #expect(Self.decode(ping).0 == .ping)
    var notZero = ping
    notZero[255] = 1
    var unknownKind = ping
    unknownKind[0] = 16
    var unknownRefusal = Padding.pad(try PeerMessage.refuse(pick: 1, .failed, reason: "").encoded())
    unknownRefusal[9] = 7
    for bytes: [UInt8] in [
      [], [13], Array(ping.dropLast()), ping + ping, notZero, unknownKind, unknownRefusal,
      [UInt8](repeating: 0, count: 256),
    ] {
      #expect(Self.decode(bytes).1 == .malformed)
    }
  }

  @Test("100,000 random and mutated messages are read whole or refused, never taken for others")
  func random() throws {
    var generator = SeededGenerator(seed: 4)
    let samples = try (0..<200).map { _ in Padding.pad(try generator.message().encoded()) }
      .filter { $0.count == 256 }
    for number in 0..<100_000 {
      var bytes = samples[number % samples.count]
      if number % 4 == 0 {
        for index in 0..<16 { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
      }
      for _ in 0..<2 {
        bytes[generator.below(48)] = UInt8(truncatingIfNeeded: generator.next())
      }
      let (message, code) = Self.decode(bytes)
      if let message {
        // One message has one encoding.
        guard try Padding.pad(message.encoded()) == bytes else {
          Issue.record("message \(number) has two encodings")
          return
        }
      } else if code != .malformed {
        Issue.record("message \(number) is \(String(describing: code))")
        return
      }
    }
  }
}
