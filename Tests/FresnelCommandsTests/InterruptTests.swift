import FresnelPlatform
import Testing
import WireTestSupport

@testable import FresnelCommands

/// What long commands say when a signal ends them.
@Suite("Interrupted commands", .timeLimit(.minutes(30)))
struct InterruptTests {
  /// Runs a script whose first word is the program, and whose second one is a directory with a store and a file of more
  /// items than a pipe holds.
  private func ran(_ script: String) throws -> String {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let text = String(repeating: "word ", count: 40)
      let lines = (0..<2_000).map {
        #"{"id":"\#($0)","title":"Film \#($0)","textContent":"\#(text)"}"#
      }
      try FileSystem.write(
        Array(lines.joined(separator: "\n").utf8), to: directory + "/items.jsonl")
      var command = Command(
        "/bin/sh", ["-c", script, "sh", try TestProgram.path("fresnel"), directory])
      command.environment = [
        "PATH": Environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
        "FRESNEL_STORE": directory + "/store",
      ]
      let (_, output) = try command.capture()
      return String(decoding: output, as: UTF8.self)
    }
  }

  @Test("an import that a signal ends says what is stored, and the shell sees the signal")
  func index() throws {
    let output = try ran(
      """
      mkfifo "$2/in"
      "$1" index - < "$2/in" 2>&1 & process=$!
      exec 9> "$2/in"
      cat "$2/items.jsonl" >&9
      kill -TERM $process
      wait $process
      echo "status $?"
      """)
    #expect(output.contains("fresnel: interrupted: "), "\(output)")
    #expect(
      output.contains("stored for certain; run the command again for the others\n"), "\(output)")
    #expect(output.hasSuffix("status 143\n"), "\(output)")
  }

  @Test("a signal that the process ignores goes on to be ignored")
  func ignored() throws {
    // A script's background commands ignore what Control-C sends.
    let output = try ran(
      """
      mkfifo "$2/in"
      "$1" index - < "$2/in" 2>&1 & process=$!
      exec 9> "$2/in"
      cat "$2/items.jsonl" >&9
      kill -INT $process
      exec 9>&-
      wait $process
      echo "status $?"
      """)
    #expect(output.hasPrefix("2,000 items indexed"), "\(output)")
    #expect(output.hasSuffix("status 0\n"), "\(output)")
  }

  @Test("a further signal ends a command whose sentence nobody reads")
  func unread() throws {
    let output = try ran(
      """
      mkfifo "$2/in" "$2/errors"
      exec 8<> "$2/errors"
      head -c 65536 /dev/zero >&8
      "$1" index - < "$2/in" 2>&8 8>&- & process=$!
      exec 9> "$2/in"
      cat "$2/items.jsonl" >&9
      while kill -TERM $process && ! grep -q '^State:.Z' /proc/$process/status
      do :; done 2> "$2/ended"
      wait $process
      echo "status $?"
      """)
    #expect(output.hasSuffix("status 143\n"), "\(output)")
  }

  @Test("an export that nobody reads any more says that it is not whole")
  func export() throws {
    let output = try ran(
      """
      "$1" index "$2/items.jsonl"
      mkfifo "$2/out"
      exec 8<> "$2/out"
      "$1" export > "$2/out" 2> "$2/errors" & process=$!
      read line <&8
      kill -TERM $process
      wait $process
      echo "status $?"
      cat "$2/errors"
      """)
    #expect(output.contains("status 143\n"), "\(output)")
    #expect(output.contains("fresnel: interrupted: the export is not whole"), "\(output)")
  }
}
