import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import WebFetching

/// The process of the built program in which what was fetched goes through libraries in C.
@Suite("Confined reading", .serialized, .timeLimit(.minutes(30)))
struct ConfinedReadingTests {
  @Test(
    "From inside no key, store or socket can be reached, no program run, and there is no network")
  func confined() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let places = try ConfinedPlaces(of: daemon)
      for words in [[], [ReadWorker.taskAttempts]] {
        let report = try places.report(
          by: TestProgram.path("fresnel"), [ReadWorker.argument] + words, in: daemon)
        places.check(report)
        places.checkNetwork(report, isThere: false)
      }
    }
  }

  @Test(
    "From inside no file of the person can be read, and no process looked into",
    .enabled(
      if: Confinement.landlockVersion > 0,
      "THIS KERNEL HAS NO LANDLOCK: that a confined process reads no files was not tested"))
  func confinedFiles() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let places = try ConfinedPlaces(of: daemon)
      for usesTasks in [false, true] {
        let words = usesTasks ? [ReadWorker.taskAttempts] : []
        let report = try places.report(
          by: TestProgram.path("fresnel"), [ReadWorker.argument] + words, in: daemon)
        places.checkReading(report)
        places.checkCommandLines(report, areRead: usesTasks)
      }
    }
  }

  @Test(
    "A process that can't be confined says so, and what it had to tell before",
    .enabled(
      if: Confinement.landlockVersion > 0,
      "THIS KERNEL HAS NO LANDLOCK: nothing makes confining fail that it lets a process do"))
  func unconfined() throws {
    // Landlock takes no rule for a socket.
    let environment = ["SSL_CERT_FILE": "/proc/self/fd/3", "HOME": "/", "XDG_DATA_DIRS": "/none"]
    func run(_ words: [String]) throws -> (status: UInt8?, errors: String) {
      var process = ReadProcess(try TestProgram.path("fresnel"), words)
      process.environment = environment
      let errors = Mutex("")
      let status = try process.run { news in
        if case .error(let bytes) = news {
          errors.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        }
        return true
      }
      return (status, errors.withLock { $0 })
    }
    let address = "http://127.0.0.1:1/"
    let page = try run(["command", "80,", "validate", address])
    #expect(page.status == 4 && page.errors.contains("This kernel doesn't let a process confine"))
    let missing = try run(["command", "80,", "validate", "/no/such.html", address])
    #expect(missing.status == 4 && missing.errors.contains("there is no file"), "\(missing)")
    let error = #expect(throws: SystemError.self) { _ = try run(["signature", "a.example", "0"]) }
    #expect(error?.message.contains("This kernel doesn't let a process confine") == true)
  }

  /// Has a script in the place of the program; what it wrote into descriptor 3 is taken as news.
  private func run(
    _ script: String, patience: Duration? = nil, _ take: @escaping @Sendable (ReadNews) -> Bool
  ) throws -> UInt8? {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let program = directory + "/program"
      try TestProgram.write(script: script, to: program)
      var process = ReadProcess(program, ["nothing"])
      process.patience = patience
      return try process.run(take)
    }
  }

  @Test("A process that ends early, makes no sense or does not answer is given up")
  func unfaithful() throws {
    for (script, reason) in [
      ("exit 7", "it ended with status 7"), ("kill -9 $$", "signal 9 ended it"),
      // A header of a message that is too long, an unknown kind, and a reason that a terminal would obey.
      (
        #"printf '\377\377\377\377\377\377\377\377' >&3; exec sleep 100000"#,
        "signal 9 ended it"
      ),
      (
        #"printf '\0\0\0\0\011\0\0\0' >&3; exec sleep 100000"#, "it said what makes no sense"
      ),
      (
        #"printf '\1\0\0\0\6\0\0\0\033' >&3; exec sleep 100000"#, "it said what makes no sense"
      ),
    ] {
      let error = #expect(throws: SystemError.self) { _ = try run(script) { _ in true } }
      #expect(error?.message.contains(reason) == true, "\(script): \(error?.message ?? "")")
    }
    let late = #expect(throws: SystemError.self) {
      _ = try run("exec sleep 100000", patience: .milliseconds(1)) { _ in true }
    }
    #expect(late?.message.contains("did not answer") == true)
    #expect(throws: SystemError.self) {
      _ = try ReadProcess("/no/such/program", []).run { _ in true }
    }
  }

  @Test("What a process tells comes in order, until it has ended or is not wanted any more")
  func order() throws {
    let script =
      #"printf '\2\0\0\0\1\0\0\0ab\1\0\0\0\2\0\0\0c\0\0\0\0\4\0\0\0\1\0\0\0\5\0\0\0\3' >&3; exec sleep 100000"#
    let all = Mutex<[ReadNews]>([])
    let status = try run(script) { news in
      all.withLock { $0.append(news) }
      return true
    }
    #expect(status == 3)
    #expect(all.withLock { $0 } == [.output([0x61, 0x62]), .error([0x63]), .kept])
    let first = Mutex<[ReadNews]>([])
    let none = try run(script) { news in
      first.withLock { $0.append(news) }
      return false
    }
    #expect(none == nil && first.withLock { $0.count } == 1)
  }

  @Test("Long texts are cut between characters, and news is read as it was written")
  func coding() throws {
    let text = String(repeating: "aé漢🙂", count: 300_000)
    let pieces = ReadNews.pieces(of: Array(text.utf8))
    #expect(pieces.count == 3 && pieces.allSatisfy { $0.count <= ReadNews.pieceByteCount })
    #expect(pieces.map { String(decoding: $0, as: UTF8.self) }.joined() == text)
    #expect(ReadNews.pieces(of: []).isEmpty)
    // What is no text is cut anywhere.
    let bytes = [UInt8](repeating: 0x80, count: 2 * ReadNews.pieceByteCount + 1)
    #expect(ReadNews.pieces(of: bytes).flatMap(\.self) == bytes)
    let all: [ReadNews] = [
      .output([1]), .error([]), .keep([2, 3]), .kept, .fetcherLost, .ended(255), .unable("Why é."),
    ]
    for news in all {
      #expect(try ReadNews(kind: news.kind, payload: news.payload) == news)
    }
    let long = [UInt8](repeating: 0, count: ReadNews.pieceByteCount + 1)
    let bad: [(Int, [UInt8])] = [
      (0, []), (1, long), (4, [1]), (5, []), (5, [1, 2]), (6, []), (6, [0xFF]), (6, [0x1B]),
      (6, [UInt8](repeating: 0x61, count: 4097)), (7, [1]), (8, []),
    ]
    for (kind, payload) in bad {
      #expect(throws: WireError.self) { try ReadNews(kind: UInt8(kind), payload: payload) }
    }
  }
}
