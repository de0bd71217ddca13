import FresnelPlatform
import SpotlightClient
import SpotlightWire
import Testing

@Suite("Starting the daemon", .timeLimit(.minutes(30)))
struct DaemonStarterTests {
  /// Asks for something, over a connection that starts a program when nobody listens; returns the failure.
  private func failure(starting program: String) throws -> ServiceError? {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-start")
    defer { try? FileSystem.removeTree(directory) }
    let connection = ServiceConnection(
      daemonAt: directory + "/daemon", claiming: AppIdentity(identifier: "org.example.tool"),
      role: .tool, start: .program(program))
    defer { connection.close() }
    do throws(ServiceError) {
      _ = try connection.answer(
        to: .administer(Administration(verb: "status", arguments: [UInt8]("{}".utf8))))
      return nil
    } catch {
      return error
    }
  }

  @Test("a command is told at once that the program ends instead of listening, and how")
  func failing() throws {
    let program = try #require(Command.path(of: "false"))
    let error = try #require(try failure(starting: program))
    // Who has tried for half a minute, as apps do, is told that it may be tried again.
    #expect(!error.isRetryable)
    #expect(error.message.contains("\(program) ended with status 1"))
  }

  @Test("a command is told at once that there is no such program")
  func missing() throws {
    let error = try #require(try failure(starting: "/nonexistent/fresneld"))
    #expect(!error.isRetryable)
    #expect(error.message.contains("/nonexistent/fresneld"))
  }
}
