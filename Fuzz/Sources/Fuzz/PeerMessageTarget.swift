@testable import FresnelHandoff

/// What paired devices say to each other: messages, and the frames that carry them.
///
/// An input is a stream of bytes. Its first byte says after how many bytes the stream is cut; with the highest bit
/// of it the rest is one message that is sealed first, so that what is behind the cipher is reached.
enum PeerMessageTarget: FuzzTarget {
  private static var key: SecretBytes { SecretBytes(byteCount: 32) { $0[0] = 7 } }

  static let samples: [PeerMessage] = [
    .hello(version: 1, name: "Tisch"),
    .offer(
      PeerMessage.Offer(
        number: 1, app: "org.example.Notes", appName: "Notes", type: "org.example.edit",
        title: "Einkauf", hasWebpage: true, hasStreams: true)),
    .withdraw(offer: 1), .pick(pick: 2, offer: 1), .state(pick: 2, activity: [1, 2, 3]),
    .refuse(pick: 2, .tooLarge, reason: "It is too large."), .continued(pick: 2),
    .update(pick: 2, activity: [4]), .streamOpen(stream: 2, pick: 2),
    .streamData(stream: 2, bytes: [5, 6]), .streamCredit(stream: 2, byteCount: 16_384),
    .streamEnd(stream: 2, isCancelled: true), .ping, .pong, .forget,
  ]

  static func seeds() throws -> [[UInt8]] {
    var sealer = FrameSealer(key: key)
    var stream: [UInt8] = []
    for message in samples { stream += try sealer.seal(message) }
    return try [[100] + stream] + samples.map { [0x80] + Padding.pad(try $0.encoded()) }
  }

  static func examine(_ input: [UInt8]) {
    guard let first = input.first else { return }
    if first & 0x80 != 0 {
      examine(message: Array(input.dropFirst()))
    } else {
      examine(stream: input.dropFirst(), cutEvery: max(1, Int(first)))
    }
  }

  private static func examine(message bytes: [UInt8]) {
    do throws(HandoffError) {
      let message = try PeerMessage(decoding: bytes)
      expect(Padding.pad(try message.encoded()) == bytes, "A message has two encodings.")
    } catch {
      expect(error.code == .malformed, "A broken message is not called so.")
    }
    guard Padding.isWhole(bytes.count) else { return }
    var cipher = FrameCipher(key: key)
    let sealed = cipher.seal(bytes)
    let count = UInt16(sealed.count)
    examine(
      stream: ([UInt8(truncatingIfNeeded: count), UInt8(count >> 8)] + sealed)[...], cutEvery: 97)
  }

  private static func examine(stream: ArraySlice<UInt8>, cutEvery size: Int) {
    var opener = FrameOpener(key: key)
    var rest = stream
    while !rest.isEmpty {
      do throws(HandoffError) {
        _ = try opener.receive(Array(rest.prefix(size)))
      } catch {
        expect(
          error.code == .forged || error.code == .malformed, "A broken frame is not called so.")
        let waiting = opener.waitingByteCount
        expect(waiting == 0, "Something is kept of a broken connection.")
        return
      }
      let waiting = opener.waitingByteCount
      expect(waiting < 2 + Padding.largestByteCount + 16, "More is kept than a frame has.")
      rest = rest.dropFirst(size)
    }
  }
}
