import FresnelPlatform
import Glibc
import Synchronization
import Testing

@Suite("Lines that are read byte by byte", .timeLimit(.minutes(30)))
struct LineReadingTests {
  /// A pipe that does not block who reads it.
  private struct Pipe: ~Copyable {
    let reading: FileDescriptor
    var writing: FileDescriptor?

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
      reading = FileDescriptor(adopting: ends[0], path: "a pipe")
      writing = FileDescriptor(adopting: ends[1], path: "a pipe")
    }
  }

  /// Reads a line whose writer pauses in its middle, until all that it wrote so far has been read.
  private func readInParts(
    _ first: String, _ second: String, _ read: @escaping @Sendable (Int32) -> String
  ) throws -> String? {
    let pipe = try Pipe()
    let number = pipe.reading.rawValue
    try pipe.writing?.write(first)
    let line = Mutex<String?>(nil)
    try #require(
      DetachedThread.start {
        let result = read(number)
        line.withLock { $0 = result }
      })
    var waiting: Int32 = 1
    while waiting > 0, ioctl(number, UInt(FIONREAD), &waiting) == 0 {
      _ = try waitForInput(on: [], timeout: .milliseconds(1))
    }
    try pipe.writing?.write(second)
    while line.withLock({ $0 == nil }) { _ = try waitForInput(on: [], timeout: .milliseconds(1)) }
    return line.withLock { $0 }
  }

  /// The end of a connection that gives some text, and then an error.
  private func failing(after text: String) throws -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let here = FileDescriptor(adopting: ends[0], path: "a connection")
    let there = FileDescriptor(adopting: ends[1], path: "its other end")
    try there.write(text)
    // Closing the other end with something unread, as happens now, resets the connection.
    try here.write("x")
    return here
  }

  @Test("a passphrase is whole, however slowly it comes")
  func pausing() throws {
    #expect(
      try readInParts("korrekt ", "Pferd\nmore") { number in
        (try? SecretLine.read(from: number)).map { String(decoding: $0, as: UTF8.self) } ?? "-"
      } == "korrekt Pferd")
    #expect(
      try readInParts("y", "es\nmore") { number in
        Terminal.readLine(
          from: FileDescriptor(adopting: number, path: "a pipe", closing: false)) ?? "-"
      } == "yes")
  }

  @Test("what came before reading failed is no passphrase, and no answer")
  func failing() throws {
    let secret = try failing(after: "kor")
    let number = secret.rawValue
    let error = #expect(throws: SecretLine.Failure.self) { try SecretLine.read(from: number) }
    guard case .unreadable(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("reset"))
    let answer = try failing(after: "y")
    #expect(Terminal.readLine(from: answer) == nil)
  }

  @Test("the end of what is read ends the last line, and there is none after it")
  func ending() throws {
    var pipe = try Pipe()
    try pipe.writing?.write("eins\nzwei")
    pipe.writing = nil
    let number = pipe.reading.rawValue
    #expect(try SecretLine.read(from: number) == Array("eins".utf8))
    #expect(try SecretLine.read(from: number) == Array("zwei".utf8))
    #expect(throws: SecretLine.Failure.ended) { try SecretLine.read(from: number) }
  }
}
