import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// What a person who presses Tab waits for beside a daemon that takes the connection, says welcome, and nothing more.
@Suite("Completion beside a daemon that says nothing", .timeLimit(.minutes(30)))
struct SilentDaemonTests {
  /// A connection to the daemon; for its one thread.
  private final class Connection {
    let socket: UnixSocket
    var decoder = FrameDecoder()

    init(_ socket: UnixSocket) {
      self.socket = socket
    }
  }

  /// A daemon that answers each greeting and no request.
  private final class SilentDaemon: Sendable {
    private let isOver = Atomic(false)
    private let welcomed = Atomic<Int>(0)
    private let asked = Atomic<Int>(0)

    /// How many connections it said welcome to.
    var welcomeCount: Int { welcomed.load(ordering: .acquiring) }
    /// How many requests it did not answer.
    var requestCount: Int { asked.load(ordering: .acquiring) }

    init(at path: String) throws {
      let listener = try SocketListener(path: path)
      guard
        DetachedThread.start({ [self] in
          var connections: [Connection] = []
          let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
          defer { buffer.deallocate() }
          while !isOver.load(ordering: .acquiring) {
            let descriptors =
              [listener.descriptor.rawValue] + connections.map(\.socket.descriptor.rawValue)
            _ = try? waitForInput(on: descriptors, timeout: .milliseconds(10))
            if let socket = (try? listener.accept()) ?? nil {
              connections.append(Connection(socket))
              say(.greeting(Greeting(nonce: [UInt8](repeating: 9, count: 16))), over: socket)
            }
            for connection in connections {
              guard
                case .bytes(let count, let descriptors, _)? =
                  try? connection.socket.receive(into: buffer)
              else { continue }
              connection.decoder.append(
                UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors: descriptors)
              while let frame = (try? connection.decoder.next()) ?? nil {
                guard let envelope = try? FrameParser.envelope(of: frame, as: ClientMessage.self)
                else { continue }
                receive(envelope, over: connection.socket)
              }
            }
          }
        })
      else { throw SystemError(.noMemory, call: "pthread_create") }
    }

    private func receive(_ envelope: Envelope<ClientMessage>, over socket: UnixSocket) {
      guard case .hello(let hello) = envelope.message else {
        asked.add(1, ordering: .acquiringAndReleasing)
        return
      }
      guard hello.nonce.first == 9 else {
        return say(.greeting(Greeting(nonce: [UInt8](repeating: 9, count: 16))), over: socket)
      }
      welcomed.add(1, ordering: .acquiringAndReleasing)
      say(
        .welcome(
          Welcome(identity: "org.fresnel.tool", trust: .executable, role: .tool, classes: [])),
        over: socket)
    }

    private func say(_ message: DaemonMessage, over socket: UnixSocket) {
      guard let frame = try? FrameEncoder.frame(Envelope(message, request: 0)) else { return }
      // A few bytes always have room.
      _ = frame.bytes.withUnsafeBytes { try? socket.send($0, descriptors: []) }
    }

    func end() { isOver.store(true, ordering: .releasing) }
  }

  @Test("Tab gives the names that are known without it, and ends")
  func names() throws {
    try FresnelProgram.withFiles { files in
      let manifests = files.directory + "/data/fresnel/apps"
      try FileSystem.createDirectory(manifests)
      try FileSystem.write(
        Array(#"{"CFBundleIdentifier":"org.example.writer"}"#.utf8),
        to: manifests + "/org.example.writer.plist")
      let socket = files.directory + "/daemon"
      let daemon = try SilentDaemon(at: socket)
      defer { daemon.end() }
      let fresnel = FresnelProgram(
        directory: files.directory,
        environment: files.environment.merging([
          "FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": socket,
        ]) { $1 }, hasDaemon: true)
      // That it ends is what is tried: the test's time limit ends what would never happen.
      let run = try fresnel("names", "apps")
      #expect(run.status == 0 && run.output == "org.example.writer\n", "\(run)")
      #expect(run.errors.isEmpty, "\(run)")
      #expect(daemon.welcomeCount > 0)
      #expect(daemon.requestCount > 0)
      #expect(try fresnel("names", "attributes").output.contains("\nfileSize\n"))
    }
  }
}
