import FresnelTestSupport

@testable import FresnelHandoff

extension SeededGenerator {
  /// A text of fewer than so many bytes.
  mutating func text(below count: Int, from least: Int = 0) -> String {
    String(
      (0..<least + below(max(1, count - least))).map { _ in
        Character(UnicodeScalar(UInt8(97 + below(26))))
      })
  }

  mutating func bytes(below count: Int, from least: Int = 0) -> [UInt8] {
    (0..<least + below(max(1, count - least))).map { _ in UInt8(below(256)) }
  }

  /// An offer of one of a few numbers and apps, so that some meet.
  mutating func offer() -> PeerMessage.Offer {
    PeerMessage.Offer(
      number: UInt64(below(30)), app: "org.example.App\(below(24))", appName: text(below: 40),
      type: text(below: 60, from: 1), title: text(below: 200), hasWebpage: once(in: 2),
      hasStreams: once(in: 2))
  }

  /// A message within all limits.
  mutating func message() -> PeerMessage {
    let (pick, stream) = (UInt64(below(40)), UInt32(below(12)))
    switch below(15) {
    case 0: return .hello(version: UInt16(1 + below(3)), name: text(below: 60))
    case 1: return .offer(offer())
    case 2: return .withdraw(offer: UInt64(below(30)))
    case 3: return .pick(pick: pick, offer: UInt64(below(30)))
    case 4: return .state(pick: pick, activity: bytes(below: 400, from: 1))
    case 5:
      return .refuse(
        pick: pick, Refusal.allCases[below(Refusal.allCases.count)], reason: text(below: 90))
    case 6: return .continued(pick: pick)
    case 7: return .update(pick: pick, activity: bytes(below: 400, from: 1))
    case 8: return .streamOpen(stream: stream, pick: pick)
    case 9: return .streamData(stream: stream, bytes: bytes(below: 3_000, from: 1))
    case 10: return .streamCredit(stream: stream, byteCount: UInt32(1 + below(65_536)))
    case 11: return .streamEnd(stream: stream, isCancelled: once(in: 2))
    case 12: return .ping
    case 13: return .pong
    default: return .forget
    }
  }
}
