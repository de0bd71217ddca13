import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("StreamCredit")
struct StreamCreditTests {
  @Test("Writers and readers of any speed lose nothing and stay within 64 KiB", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (writer, reader) = (StreamCredit(), StreamCredit())
    var underWay: [Int] = []
    var givenBack: [UInt32] = []
    var (written, read, unread) = (0, 0, 0)
    let total = 2_000_000
    var turn = 0
    while read < total {
      turn += 1
      switch generator.below(4) {
      case 0:
        let count = writer.send(atMost: min(total - written, 1 + generator.below(40_000)))
        #expect(count <= HandoffLimits.streamData)
        written += count
        if count > 0 { underWay.append(count) }
      case 1 where !underWay.isEmpty:
        let count = underWay.removeFirst()
        let isAllowed = reader.received(count)
        #expect(isAllowed, "seed \(seed)")
        unread += count
      case 2 where unread > 0:
        let count = 1 + generator.below(unread)
        unread -= count
        read += count
        if let owed = reader.read(count) { givenBack.append(owed) }
      case 3 where !givenBack.isEmpty:
        let isOwed = writer.given(givenBack.removeFirst())
        #expect(isOwed, "seed \(seed)")
      default: break
      }
      let all = written - read
      #expect(all <= 65_536 && reader.unread <= 65_536, "seed \(seed)")
      // Something always can happen: nobody waits for credit that nobody owes.
      let isStuck = underWay.isEmpty && unread == 0 && givenBack.isEmpty && writer.sendable == 0
      guard !isStuck, turn < 1_000_000 else {
        Issue.record("stuck, seed \(seed)")
        return
      }
    }
  }

  @Test("Bytes beyond the credit, and credit that nobody had, are refused")
  func violations() {
    var full = StreamCredit()
    let received = [full.received(65_536), full.received(1)]
    #expect(received == [true, false])
    var fresh = StreamCredit()
    let early = fresh.given(1)
    let sent = fresh.send(atMost: 100)
    let given = [fresh.given(101), fresh.given(100), fresh.given(.max)]
    #expect(!early && sent == 100 && given == [false, true, false])
  }

  @Test("A reader that reads nothing stops the writer; small reads are given back together")
  func pressure() {
    var (writer, reader) = (StreamCredit(), StreamCredit())
    var sent = 0
    for _ in 0..<100 { sent += writer.send(atMost: 16_384) }
    #expect(sent == 65_536 && writer.sendable == 0)
    let isAllowed = reader.received(sent)
    let owed = [reader.read(16_383), reader.read(1)]
    #expect(isAllowed && owed == [nil, 16_384])
    let isOwed = writer.given(16_384)
    let more = writer.send(atMost: .max)
    #expect(isOwed && more == 16_384)
  }
}
