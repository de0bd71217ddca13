import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("Frames")
struct FrameTests {
  private static let secret = SecretBytes.random(byteCount: 32)

  private static func recording(
    _ messages: [PeerMessage]
  ) throws(HandoffError) -> [[UInt8]] {
    var sealer = FrameSealer(key: secret)
    var frames: [[UInt8]] = []
    for message in messages { frames.append(try sealer.seal(message)) }
    return frames
  }

  /// What the frames open to, and with what error that ends.
  private static func open(_ pieces: [[UInt8]]) -> (messages: [PeerMessage], HandoffError.Code?) {
    var opener = FrameOpener(key: secret)
    var messages: [PeerMessage] = []
    for piece in pieces {
      let code = thrown { () throws(HandoffError) in messages += try opener.receive(piece) }
      if let code { return (messages, code) }
    }
    return (messages, nil)
  }

  @Test("Messages arrive in their order, however the bytes are cut", arguments: 0..<4)
  func pieces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let messages = (0..<60).map { _ in generator.message() }
    let frames = try Self.recording(messages)
    #expect(frames.allSatisfy { $0.count % 256 == 18 })
    var rest = frames.joined().map { $0 }[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let count = generator.below(generator.once(in: 3) ? 4 : 2_000)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let (opened, code) = Self.open(pieces)
    #expect(opened == messages && code == nil, "seed \(seed)")
  }

  @Test("Frames of the same message differ")
  func secrecy() throws {
    let frames = try Self.recording([.ping, .ping])
    #expect(frames[0].count == frames[1].count && frames[0].dropFirst(2) != frames[1].dropFirst(2))
  }

  @Test("A changed bit of any byte of a session ends it there, and nothing after it opens")
  func changes() throws {
    let messages: [PeerMessage] = [
      .hello(version: 1, name: "Tisch"), .ping, .state(pick: 1, activity: [1, 2, 3]), .forget,
    ]
    let frames = try Self.recording(messages)
    let session = frames.joined().map { $0 }
    for index in session.indices {
      var changed = session
      changed[index] ^= 1 << (index % 8)
      let (opened, code) = Self.open([changed])
      // A length that was changed can be one that the session has not enough bytes for.
      let isWaiting = code == nil && index % 274 == 1
      let before = Array(messages.prefix(index / 274))
      #expect(isWaiting ? opened == before : code == .forged && opened.isEmpty, "byte \(index)")
      // Frame by frame, what came before the change is what was said.
      let parts = (0..<4).map { Array(changed[$0 * 274..<$0 * 274 + 274]) }
      #expect(Self.open(parts).messages == before, "byte \(index)")
    }
  }

  @Test("A frame that is repeated, left out, moved or of another connection ends the connection")
  func order() throws {
    let messages: [PeerMessage] = [.ping, .pong, .withdraw(offer: 1), .continued(pick: 2)]
    let frames = try Self.recording(messages)
    for first in 0..<4 {
      for second in 0..<4 where second != first {
        var order = Array(0..<4)
        order.swapAt(first, second)
        let (opened, code) = Self.open(order.map { frames[$0] })
        #expect(opened == Array(messages.prefix(min(first, second))) && code == .forged)
      }
      let repeated = frames.prefix(first + 1) + frames[first...]
      #expect(Self.open(Array(repeated)).messages == Array(messages.prefix(first + 1)))
      #expect(Self.open(Array(repeated)).1 == .forged)
      guard first < 3 else { continue }
      let without = frames.prefix(first) + frames[(first + 1)...]
      #expect(Self.open(Array(without)).messages == Array(messages.prefix(first)))
    }
    var other = FrameSealer(key: .random(byteCount: 32))
    #expect(Self.open([try other.seal(.ping)]).1 == .forged)
  }

  @Test("After an error nothing opens any more")
  func failure() throws {
    let frames = try Self.recording([.ping, .pong])
    var opener = FrameOpener(key: Self.secret)
    #expect(
      thrown { () throws(HandoffError) in _ = try opener.receive(frames[1]) } == .forged)
    #expect(thrown { () throws(HandoffError) in _ = try opener.receive(frames[0]) } == .forged)
    let waiting = opener.waitingByteCount
    #expect(waiting == 0)
  }

  @Test("Keys are replaced after 65,536 frames, on both sides alike")
  func rekeying() throws {
    var sealing = FrameCipher(key: Self.secret)
    var opening = FrameCipher(key: Self.secret)
    var unchanged = FrameCipher(key: Self.secret)
    let count = Int(FrameCipher.framesOfAKey)
    for _ in 0..<count {
      let frame = sealing.seal([])
      guard opening.open(frame[...]) == [], unchanged.seal([]) == frame else {
        Issue.record("a frame does not open")
        return
      }
      if sealing.number == count { break }
    }
    let number = sealing.number
    #expect(number == FrameCipher.framesOfAKey)
    let next = sealing.seal([1])
    let old = Sodium.seal(
      [1], key: Self.secret, nonce: Sodium.nonce(number), additional: [])
    #expect(next != old)
    #expect(opening.open(next[...]) == [1])
  }

  @Test("100,000 random frames are refused, and no more than one of them is kept")
  func random() {
    var generator = SeededGenerator(seed: 6)
    var kept = 0
    for number in 0..<100_000 {
      var frame = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 276)
      // Most lengths are those of frames, so that the cipher is reached.
      (frame[0], frame[1]) = number % 3 == 0 ? (16, 1) : (16, UInt8(generator.below(140)))
      var opener = FrameOpener(key: Self.secret)
      let failure = thrown { () throws(HandoffError) in _ = try opener.receive(frame) }
      guard failure == .forged || opener.waitingByteCount == 276 else {
        Issue.record("frame \(number)")
        return
      }
      kept = max(kept, opener.waitingByteCount)
    }
    #expect(kept <= 276)
  }
}
