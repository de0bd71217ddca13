import FresnelPlatform
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("Event log")
struct EventLogTests {
  @Test("each event has its row in the manual, with its identifier and its priority")
  func documented() throws {
    let top = FileSystem.parent(
      of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))
    let page = String(
      decoding: try FileSystem.contents(of: top + "/Documentation/operation.md"), as: UTF8.self)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for kind in EventKind.allCases {
      let start = "| `\(kind.rawValue)` | `\(kind.messageIdentifier)` | \(kind.priority) |"
      #expect(rows.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(Set(EventKind.allCases.map(\.messageIdentifier)).count == EventKind.allCases.count)
    let events = rows.filter { $0.contains("` | `") && $0.split(separator: "`").count > 3 }
      .filter { $0.split(separator: "`")[3].count == 32 }
    #expect(events.count == EventKind.allCases.count, "a row tells of no event")
  }

  @Test("each verb has its row in the manual")
  func verbs() throws {
    let top = FileSystem.parent(
      of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))
    let page = String(
      decoding: try FileSystem.contents(of: top + "/Documentation/operation.md"), as: UTF8.self)
    for verb in AdministrationVerbs.names { #expect(page.contains("\n| `\(verb)` |"), "\(verb)") }
  }

  @Test("an entry has the journal's fields, and values of several lines their length")
  func entry() {
    let event = DaemonEvent(
      .identityConflict, "first\nsecond", app: AppIdentity(identifier: "com.example.mail"),
      protection: .complete, facts: ["CLAIM": "x"])
    let bytes = JournalEntry.bytes(of: event, passedOver: 3)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\nMESSAGE_ID=1f876677e43e4235aa0479204c8245fb\n"))
    #expect(text.contains("\nPRIORITY=5\n"))
    #expect(text.contains("\nFRESNEL_APP=com.example.mail\n"))
    #expect(text.contains("\nFRESNEL_CLASS=complete\n"))
    #expect(text.contains("\nFRESNEL_CLAIM=x\n"))
    #expect(text.contains("\nFRESNEL_PASSED_OVER=3\n"))
    let message = "first\nsecond (3 more of this kind)"
    let start = Array("MESSAGE\n".utf8) + [UInt8(message.utf8.count), 0, 0, 0, 0, 0, 0, 0]
    #expect(bytes.starts(with: start + message.utf8 + [0x0A]))
  }

  @Test("a text as long as a client likes makes an entry that fits a datagram")
  func longTexts() {
    let long = String(repeating: "ä", count: 100_000)
    let event = DaemonEvent(
      .identityConflict, long, app: AppIdentity(identifier: long), facts: ["CLAIM": long])
    #expect(JournalEntry.bytes(of: event, passedOver: 0).count < 16_000)
  }

  @Test("what clients cause is written once a second for each reason, and the rest is counted")
  func throttled() {
    var throttle = EventThrottle()
    let slow = DaemonEvent.refused(app: nil, code: .tooSlow, reason: "slow")
    let broken = DaemonEvent.refused(app: nil, code: .protocolError, reason: "broken")
    #expect(throttle.admit(slow, at: 5_000_000_000) == .some(0))
    for _ in 0..<10 { #expect(throttle.admit(slow, at: 5_500_000_000) == nil) }
    #expect(throttle.admit(broken, at: 5_500_000_000) == .some(0))
    #expect(throttle.admit(slow, at: 6_100_000_000) == .some(10))
    #expect(throttle.admit(DaemonEvent(.stopped, "x"), at: 6_100_000_000) == .some(0))
    #expect(throttle.admit(DaemonEvent(.stopped, "x"), at: 6_100_000_000) == .some(0))
  }

  @Test("what an app causes of itself is written once a second for each app, of however many apps")
  func throttledByApp() {
    var throttle = EventThrottle()
    let kinds: [EventKind] = [
      .takenOver, .reindexAsked, .reindexAcknowledged, .quotaReached, .throttled, .extensionStarted,
      .extensionEnded, .extensionFailed,
    ]
    func event(_ kind: EventKind, _ app: String) -> DaemonEvent {
      DaemonEvent(kind, "x", app: AppIdentity(identifier: app))
    }
    for kind in kinds {
      #expect(throttle.admit(event(kind, "a"), at: 5_000_000_000) == .some(0))
      #expect(throttle.admit(event(kind, "a"), at: 5_900_000_000) == nil)
      #expect(throttle.admit(event(kind, "b"), at: 5_900_000_000) == .some(0))
      #expect(throttle.admit(event(kind, "a"), at: 6_000_000_000) == .some(1))
    }
    for number in 0..<5000 {
      _ = throttle.admit(event(.takenOver, "\(number)"), at: 7_000_000_000)
    }
    #expect(throttle.reasonCount <= 1025)
  }
}
