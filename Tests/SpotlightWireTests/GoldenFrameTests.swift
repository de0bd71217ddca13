import FresnelPlatform
import SpotlightWire
import Testing

/// `Clients/golden-frames.txt`: a frame of each message, which clients in other languages are tested
/// with too.
///
/// `FRESNEL_RECORD=1` writes it anew, which is right only together with a new version of the protocol.
enum GoldenFrames {
  static let path: String = {
    let tests = FileSystem.parent(of: #filePath)
    return FileSystem.parent(of: FileSystem.parent(of: tests)) + "/Clients/golden-frames.txt"
  }()

  static let head = """
    # A frame of each message of version 1, in the form of Documentation/protocol.md: who says it, the
    # name, and the bytes. Descriptors are left out. The tests of every client read this file.

    """

  static func line(_ side: String, _ name: String, _ bytes: [UInt8]) -> String {
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    return "\(side) \(name) \(digits.joined())\n"
  }
}

@Suite("Frames of version 1")
struct GoldenFrameTests {
  @Test("Each message has the bytes that clients in the field have seen")
  func bytes() throws {
    var text = GoldenFrames.head
    for (name, envelope) in SampleMessages.client {
      text += GoldenFrames.line("client", name, try FrameEncoder.frame(envelope).bytes)
    }
    for (name, envelope) in SampleMessages.daemon {
      text += GoldenFrames.line("daemon", name, try FrameEncoder.frame(envelope).bytes)
    }
    if Environment["FRESNEL_RECORD"] == "1" {
      try FileSystem.write(Array(text.utf8), to: GoldenFrames.path, permissions: 0o644)
    }
    let recorded = try FileSystem.contents(of: GoldenFrames.path)
    let lines = String(decoding: recorded, as: UTF8.self).split(separator: "\n")
    #expect(lines == text.split(separator: "\n"))
  }

  @Test("Every kind has a sample")
  func completeness() {
    let kinds =
      SampleMessages.client.map(\.envelope.message.kind)
      + SampleMessages.daemon.map(\.envelope.message.kind)
    #expect(Set(kinds) == Set(MessageKind.allCases))
  }

  @Test("What is read equals what was sent, and its descriptors are at hand")
  func reading() throws {
    func check<Message: WireMessage>(_ name: String, _ sent: Envelope<Message>) throws {
      let all: [Envelope<Message>] = try Stream(sent).envelopes()
      let received = try #require(all.first)
      #expect(received.message == sent.message, "\(name)")
      #expect(received.request == sent.request, "\(name)")
      #expect(received.isLast == sent.isLast, "\(name)")
      #expect(received.descriptors.map(\.rawValue) == sent.descriptors.map(\.rawValue), "\(name)")
    }
    for (name, envelope) in SampleMessages.client { try check(name, envelope) }
    for (name, envelope) in SampleMessages.daemon { try check(name, envelope) }
  }

  @Test("One side does not understand what only the other says")
  func sides() throws {
    for (name, envelope) in SampleMessages.client where envelope.message.kind != .failure {
      let error = #expect(throws: WireError.self, "\(name)") {
        let _: [Envelope<DaemonMessage>] = try Stream(envelope).envelopes()
      }
      #expect(error?.code == .unknownKind, "\(name)")
    }
    for (name, envelope) in SampleMessages.daemon where envelope.message.kind != .failure {
      let error = #expect(throws: WireError.self, "\(name)") {
        let _: [Envelope<ClientMessage>] = try Stream(envelope).envelopes()
      }
      #expect(error?.code == .unknownKind, "\(name)")
    }
  }
}
