import FresnelModel
import FresnelPlatform
import Synchronization
import WireTestSupport

/// The real `fresnel-cloud`, run by a test.
struct CloudProgram {
  /// A directory of the test.
  let directory: String

  /// The world that it runs in: none of the person's own files.
  var environment: [String: String] {
    [
      "HOME": directory, "XDG_DATA_HOME": "\(directory)/data", "XDG_DATA_DIRS": "\(directory)/none",
      "FLATPAK_SYSTEM_DIR": "\(directory)/none",
      "XDG_CONFIG_HOME": "\(directory)/config", "XDG_STATE_HOME": "\(directory)/state",
      "PATH": "/usr/bin:/bin",
    ]
  }

  /// What it wrote, and how it ended.
  struct Outcome: Sendable {
    let ending: Command.Ending
    let output: String
    let errors: String

    /// The events of a kind that it told.
    func events(_ kind: String) -> [JSONValue] {
      output.split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
        .filter { $0["event"] == .string(kind) }
    }
  }

  private static let count = Atomic(0)

  /// Starts it and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: The words after its name.
  ///   - started: Is told the number of its process.
  /// - Returns: What came of it.
  /// - Throws: `SystemError` when it cannot be started.
  func run(
    _ arguments: [String], started: @Sendable (Int32) -> Void = { _ in }
  ) async throws -> Outcome {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let (output, errors) = ("\(directory)/output-\(number)", "\(directory)/errors-\(number)")
    var command = Command(
      "/bin/sh",
      ["-c", "exec \"$0\" \"$@\" > \(output) 2> \(errors)", try TestProgram.path("fresnel-cloud")]
        + arguments)
    command.environment = environment
    let (endings, told) = AsyncStream.makeStream(of: Command.Ending.self)
    started(
      try command.startDetached { ending in
        told.yield(ending)
        told.finish()
      })
    var ending = Command.Ending.exited(-1)
    for await last in endings { ending = last }
    func text(_ path: String) throws -> String {
      String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    }
    return Outcome(ending: ending, output: try text(output), errors: try text(errors))
  }
}
