internal import FresnelPlatform

/// The programs that are built next to the tests.
package enum TestProgram {
  /// A program cannot be found.
  package struct Missing: Error {}

  /// The path of a program.
  ///
  /// - Throws: ``Missing`` when this is no test run.
  package static func path(_ name: String) throws -> String {
    guard let tests = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) else {
      throw Missing()
    }
    return FileSystem.parent(of: tests) + "/" + name
  }

  /// Makes a program of a shell script. It is copied by another process, so that no child that this process starts
  /// meanwhile holds it open for writing: such a file can't be run.
  ///
  /// - Parameters:
  ///   - script: The lines after the first.
  ///   - path: Where the program is put.
  /// - Throws: What writing and copying throw, and ``Missing`` when nothing was copied.
  package static func write(script: String, to path: String) throws {
    let text = path + ".sh"
    try FileSystem.write(Array("#!/bin/sh\n\(script)\n".utf8), to: text, permissions: 0o700)
    guard try Command("/bin/cp", ["-p", text, path]).run().isSuccess else { throw Missing() }
  }

  /// Whether this is root, who may do what the daemon relies on that nobody does; programs then run as
  /// somebody else.
  package static var isRoot: Bool { CurrentProcess.userIdentifier == 0 }

  /// The user as whom programs run when this is root.
  package static let unprivilegedUser = 65534
  /// Another one, who is a stranger to them.
  package static let strangeUser = 65533

  /// The start of a command line that has a program run as a user.
  package static func becoming(_ user: Int) -> [String] {
    ["/usr/bin/setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "--"]
  }

  /// Waits until something is so, looking every millisecond. The usual time is one in which also a busy machine comes
  /// to it, so that only what never happens fails a test.
  ///
  /// - Returns: Whether it became so in time.
  package static func wait(
    atMost seconds: Double = 600, until condition: () throws -> Bool
  ) rethrows -> Bool {
    let end = MonotonicClock.nanoseconds + UInt64(seconds * 1e9)
    while try !condition() {
      if MonotonicClock.nanoseconds > end { return false }
      _ = try? waitForInput(on: [], timeout: .milliseconds(1))
    }
    return true
  }
}
