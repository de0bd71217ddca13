import FresnelModel
import FresnelPlatform
import WebTestSupport
import WireTestSupport

/// The real `fresnel-cloud serve`, run by a test at a port of its own.
final class ServeProgram: Sendable {
  /// It ended, or said nothing.
  struct NotServing: Error {
    let output: String
  }

  let port: UInt16
  private let process: Int32
  private let output: String
  private let endings: AsyncStream<Command.Ending>

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - directory: A directory of the test, where everything is kept.
  ///   - options: Options besides.
  ///   - readerLeaves: Whether who reads what it tells goes away after the first line.
  /// - Throws: ``NotServing``, `SystemError`.
  init(in directory: String, _ options: [String] = [], readerLeaves: Bool = false) async throws {
    let output = "\(directory)/output"
    let pipe = "\(directory)/pipe"
    let script =
      readerLeaves
      ? "mkfifo \(pipe); head -n 1 \(pipe) > \(output) & exec \"$0\" \"$@\" > \(pipe)"
      : "exec \"$0\" \"$@\" > \(output)"
    var command = Command(
      "/bin/sh",
      [
        "-c", "\(script) 2> \(directory)/errors",
        try TestProgram.path("fresnel-cloud"), "serve", "--listen", "127.0.0.1:0", "--data",
        directory, "--json",
      ] + options)
    command.environment = ["HOME": directory, "PATH": "/usr/bin:/bin"]
    let (endings, told) = AsyncStream.makeStream(of: Command.Ending.self)
    let process = try command.startDetached { ending in
      told.yield(ending)
      told.finish()
    }
    self.process = process
    self.endings = endings
    self.output = output
    var port: UInt16?
    _ = try TestProgram.wait {
      port = try Self.events("listening", in: output).first.flatMap(Self.port)
      return port != nil || !Signal.none.send(to: process)
    }
    guard let port else {
      Signal.kill.send(to: process)
      throw NotServing(output: (try? Self.text(of: output)) ?? "")
    }
    self.port = port
  }

  /// The events of a kind that it has told.
  func events(_ kind: String) throws -> [JSONValue] { try Self.events(kind, in: output) }

  /// What it answers.
  func get(_ target: String) async -> String {
    await RawWebClient.send(
      "GET \(target) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
  }

  /// Sends it a signal and waits for its end.
  func end(_ signal: Signal = .terminate) async -> Command.Ending? {
    signal.send(to: process)
    for await ending in endings { return ending }
    return nil
  }

  private static func text(of path: String) throws -> String {
    guard try FileSystem.status(of: path) != nil else { return "" }
    return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
  }

  private static func events(_ kind: String, in path: String) throws -> [JSONValue] {
    // The last line may not be whole yet.
    try text(of: path).split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
      .filter { $0["event"] == .string(kind) }
  }

  private static func port(of event: JSONValue) -> UInt16? {
    guard case .string(let url) = event["url"], url.hasPrefix("http://127.0.0.1:") else {
      return nil
    }
    return url.dropLast().split(separator: ":").last.flatMap { UInt16($0) }
  }
}
