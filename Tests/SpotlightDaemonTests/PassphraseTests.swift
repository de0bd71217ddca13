import FresnelPlatform
import FresnelTestSupport
import Glibc
import SpotlightWire
import Testing
import WireTestSupport

/// Has the built command line set, use and remove passphrases, through a real daemon.
@Suite("Passphrases", .serialized, .timeLimit(.minutes(30)))
struct PassphraseTests {
  private func fresnel(
    _ words: String..., in daemon: DaemonProcess, lines: [String] = []
  ) throws -> (status: Int32?, output: String) {
    let path = daemon.directory + "/lines"
    try FileSystem.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
    var command = Command(
      "/bin/sh",
      ["-c", "lines=$1; shift; exec \"$@\" 2>&1 <\"$lines\"", "sh", path]
        + [try TestProgram.path("fresnel")] + words)
    command.environment = daemon.environment
    let (ending, output) = try command.capture()
    var status: Int32?
    if case .exited(let number) = ending { status = number }
    return (status, String(decoding: output, as: UTF8.self))
  }

  private func channel(
    of daemon: DaemonProcess
  ) throws -> (channel: RawClient, index: UInt32) {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: .app, claiming: "com.example.mail")
    guard case .open(let channel, let index) = try client.openLockable("letters", .complete) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    return (channel, index)
  }

  @Test("A passphrase that alone opens a class is asked for after each lock and each start")
  func alone() throws {
    try withDaemon(["--trust-claims", "--dumpable"]) { daemon in
      try daemon.unlock()
      let (first, index) = try channel(of: daemon)
      try first.put(["a letter"], into: index)
      let localKey = daemon.directory + "/state/fresnel/local-keys/complete"
      #expect(FileSystem.exists(localKey))
      let set = try fresnel(
        "protect", "passphrase", "--class", "complete", "--only", "--passphrase-descriptor", "0",
        in: daemon, lines: ["korrekt Pferd"])
      #expect(set.status == 0, "\(set.output)")
      #expect(set.output.contains("complete      opened by passphrase"), "\(set.output)")
      #expect(!FileSystem.exists(localKey))
      // It passed by main, and lies in no file.
      let main = try #require(daemon.processIdentifier)
      let typed = ["korrekt Pferd"]
      #expect(try MemoryScan.texts(typed, inMemoryOf: main).isEmpty)
      for directory in ["data", "state", "config", "run"] {
        let path = "\(daemon.directory)/\(directory)"
        #expect(try MemoryScan.texts(typed, inFilesBelow: path).isEmpty, "\(directory)")
      }
      // It goes on to serve.
      #expect(try first.identifiers(matching: "title == \"*\"") == ["a letter"])
      for isKilled in [false, true] {
        if isKilled {
          daemon.kill()
          try daemon.start()
        } else {
          let lock = try fresnel("lock", in: daemon)
          #expect(lock.status == 0, "\(lock.output)")
          #expect(try MemoryScan.family(of: main) == [main])
          for words in [["show", "a letter"], ["items"], ["export"]] {
            let told = try daemon.fresnel(words)
            #expect(told.status == 1, "\(words) \(told.output)")
            #expect(told.output.contains("or run fresnel unlock"), "\(words) \(told.output)")
          }
        }
        let none = try fresnel("unlock", "--passphrase-descriptor", "0", in: daemon)
        #expect(none.status == 1 && none.output.contains("no passphrase of"), "\(none.output)")
        let wrong = try fresnel(
          "unlock", "--passphrase-descriptor", "0", in: daemon, lines: ["falsch Pferd"])
        #expect(wrong.status != 0 && wrong.status != 2, "\(wrong.output)")
        #expect(
          wrong.output.contains("complete: The passphrase is wrong\n")
            && !wrong.output.contains("cannot be had"), "\(wrong.output)")
        let status = try fresnel("status", in: daemon)
        #expect(status.output.contains("opened by passphrase"), "\(status.output)")
        let right = try fresnel(
          "unlock", "--passphrase-descriptor", "0", in: daemon, lines: ["korrekt Pferd"])
        #expect(right.status == 0, "\(right.output)")
        // That the class is open says nothing of the next one.
        for (line, status) in [("falsch Pferd", Int32(3)), ("korrekt Pferd", 0)] {
          let next = try fresnel(
            "unlock", "--passphrase-descriptor", "0", in: daemon, lines: [line])
          #expect(next.status == status, "\(line): \(next.output)")
        }
        let ended = try fresnel("unlock", "--passphrase-descriptor", "0", in: daemon)
        #expect(ended.status == 0, "\(ended.output)")
        let (again, _) = try channel(of: daemon)
        #expect(try again.identifiers(matching: "title == \"*\"") == ["a letter"])
      }
    }
  }

  @Test("A passphrase is changed and removed by who knows it, and then it opens nothing")
  func changing() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let (first, index) = try channel(of: daemon)
      try first.put(["a letter"], into: index)
      func protect(_ options: [String], _ lines: [String]) throws -> (
        status: Int32?, output: String
      ) {
        switch options.count {
        case 0:
          return try fresnel(
            "protect", "passphrase", "--passphrase-descriptor", "0", in: daemon, lines: lines)
        default:
          return try fresnel(
            "protect", "passphrase", options[0], "--passphrase-descriptor", "0", in: daemon,
            lines: lines)
        }
      }
      let none = try protect(["--remove"], [])
      #expect(none.status != 0 && none.output.contains("has no passphrase"), "\(none.output)")
      // Who expects a passphrase to be there would set the old one again.
      let surplus = try protect([], ["one", "two"])
      #expect(
        surplus.status == 2 && surplus.output.contains("more came than the new passphrase"),
        "\(surplus.output)")
      let untouched = try protect(["--remove"], [])
      #expect(untouched.output.contains("has no passphrase"), "\(untouched.output)")
      let set = try protect([], ["one"])
      #expect(set.status == 0, "\(set.output)")
      #expect(
        set.output.contains("unless-open   opened by passphrase or local-key-file"), "\(set.output)"
      )
      let wrong = try protect([], ["two", "three"])
      #expect(wrong.status != 0 && wrong.output.contains("passphrase is wrong"), "\(wrong.output)")
      for (options, lines) in [([], ["one", "two", "three"]), (["--remove"], ["one", "two"])] {
        let more = try protect(options, lines)
        #expect(more.status == 2 && more.output.contains("nothing was changed"), "\(more.output)")
      }
      let changed = try protect([], ["one", "two"])
      #expect(changed.status == 0, "\(changed.output)")
      let alone = try protect(["--only"], ["two", "two"])
      #expect(alone.status == 0, "\(alone.output)")
      let removed = try protect(["--remove"], ["two"])
      #expect(removed.status == 0, "\(removed.output)")
      #expect(
        removed.output.contains("complete      opened by local-key-file"), "\(removed.output)")
      _ = try fresnel("lock", in: daemon)
      let unlocked = try fresnel("unlock", in: daemon)
      #expect(unlocked.status == 0, "\(unlocked.output)")
      let (again, _) = try channel(of: daemon)
      #expect(try again.identifiers(matching: "title == \"*\"") == ["a letter"])
    }
  }

  @Test(
    "The class of most apps can have a passphrase, which a started daemon waits for, and none after a lock"
  )
  func firstUnlock() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(role: .app, claiming: "com.example.notes")
      try client.put(["a note"], into: try client.open("notes", .firstUnlock))
      let set = try fresnel(
        "protect", "passphrase", "--class", "first-unlock", "--only", "--passphrase-descriptor",
        "0", in: daemon, lines: ["eins"])
      #expect(set.status == 0, "\(set.output)")
      // The key goes along where the daemon runs anew, or nobody could open the class without being asked.
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try tool.order("unlock", "{}")
      try tool.order("lock", "{}")
      #expect(try tool.waitForEnd() == nil)
      let next = try RawClient(path: daemon.socketPath)
      try next.shakeHands(role: .app, claiming: "com.example.notes")
      #expect(try next.identifiers(matching: "title == \"*\"") == ["a note"])
      daemon.kill()
      try daemon.start()
      // What it holds is not known, so no number is told.
      let status = try fresnel("status", in: daemon)
      #expect(status.output.contains(/first-unlock +– +unavailable/), "\(status.output)")
      #expect(!status.output.contains("0 B on disk"), "\(status.output)")
      // Where somebody was, and what was opened, is kept in it, too.
      for words in ["list", "choices"] {
        let run = try fresnel("history", words, in: daemon)
        #expect(run.status == 1, "\(words) \(run.output)")
        #expect(run.output.contains("or run fresnel unlock"), "\(words) \(run.output)")
      }
      #expect(try fresnel("history", "forget", "--all", in: daemon).status == 3)
      let waiting = try RawClient(path: daemon.socketPath)
      try waiting.shakeHands(role: .app, claiming: "com.example.notes")
      #expect(throws: (any Error).self) {
        try waiting.put(["another"], into: try waiting.open("notes", .firstUnlock))
      }
      let unlocked = try fresnel(
        "unlock", "--passphrase-descriptor", "0", in: daemon, lines: ["eins"])
      #expect(unlocked.status == 0, "\(unlocked.output)")
      #expect(try waiting.identifiers(matching: "title == \"*\"") == ["a note"])
    }
  }

  @Test("At a terminal a passphrase is typed twice, unseen, and mistakes can be taken back")
  func terminal() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      _ = try channel(of: daemon)
      let program = try TestProgram.path("fresnel")
      func talk(_ words: [String], _ exchange: [(asks: String, types: String)]) throws -> Int32? {
        var terminal = try PseudoTerminal(columns: 80, rows: 24)
        let mode = terminal.mode
        try terminal.start(program, words, environment: daemon.environment)
        for (asks, types) in exchange {
          let shown = try terminal.read(until: asks)
          #expect(!shown.contains("pferd"), "\(shown)")
          try terminal.type(types)
        }
        let status = terminal.waitForEnd()
        #expect(terminal.mode == mode)
        return status
      }
      let protect = ["protect", "passphrase", "--class", "complete", "--only"]
      #expect(
        try talk(protect, [("new passphrase: ", "pferd\r"), ("the same again: ", "pfert\r")]) == 2)
      #expect(try talk(protect, [("new passphrase: ", "pf\u{3}")]) == 130)
      // The last character is taken back.
      #expect(
        try talk(
          protect, [("new passphrase: ", "pferdä\u{7F}\r"), ("the same again: ", "pferd\r")])
          == 0)
      _ = try fresnel("lock", in: daemon)
      #expect(try talk(["unlock"], [("passphrase of complete: ", "pferd\r")]) == 0)
    }
  }

  @Test(
    "What is typed before the next question does not show, and a signal gives the terminal back")
  func typedAhead() throws {
    try withPassphrase("pferd") { daemon in
      let program = try TestProgram.path("fresnel")
      let words = ["protect", "passphrase", "--class", "complete"]
      func echoes(_ mode: [UInt32]) -> Bool { mode[3] & UInt32(ECHO) != 0 }
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      let mode = terminal.mode
      try terminal.start(program, words, environment: daemon.environment)
      try terminal.read(until: "current passphrase: ")
      #expect(!echoes(terminal.mode))
      try terminal.type("pferd\r")
      // The passphrase is being checked.
      try terminal.read(until: "\n")
      #expect(!echoes(terminal.mode))
      try terminal.type("korrekt\r")
      try terminal.read(until: "new passphrase: ")
      let shown = try terminal.read(until: "the same again: ")
      #expect(!shown.contains("korrekt"), "\(shown)")
      try terminal.type("korrekt\r")
      #expect(terminal.waitForEnd() == 0)
      #expect(terminal.mode == mode)
      var other = try PseudoTerminal(columns: 80, rows: 24)
      try other.start(program, words, environment: daemon.environment)
      try other.read(until: "current passphrase: ")
      other.send(SIGTERM)
      #expect(other.waitForEnd() == nil)
      #expect(other.mode == mode)
    }
  }

  /// Runs a body with a daemon whose class `complete` has a letter, and is opened by a passphrase
  /// alone that was set after the daemon's start.
  private func withPassphrase(_ typed: String, _ body: (DaemonProcess) throws -> Void) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let (first, index) = try channel(of: daemon)
      try first.put(["a letter"], into: index)
      try daemon.stop()
      try daemon.start()
      try daemon.unlock()
      _ = try channel(of: daemon)
      let set = try fresnel(
        "protect", "passphrase", "--class", "complete", "--only", "--passphrase-descriptor", "0",
        in: daemon, lines: [typed])
      #expect(set.status == 0, "\(set.output)")
      try body(daemon)
    }
  }

  @Test("A passphrase opens its class also when the keys were deleted after it was set")
  func deletedKeys() throws {
    try withPassphrase("eins") { daemon in
      try FileSystem.removeFile(daemon.directory + "/data/fresnel/keys/complete")
      let lock = try fresnel("lock", in: daemon)
      #expect(lock.status == 0, "\(lock.output)")
      let unlocked = try fresnel(
        "unlock", "--passphrase-descriptor", "0", in: daemon, lines: ["eins"])
      #expect(unlocked.status == 0, "\(unlocked.output)")
      let (again, _) = try channel(of: daemon)
      #expect(try again.identifiers(matching: "title == \"*\"") == ["a letter"])
    }
  }

  @Test("What is sealed for a class that waits for its passphrase is kept with its keys")
  func deletedWhileWaiting() throws {
    try withPassphrase("eins") { daemon in
      try daemon.stop()
      try daemon.start()
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(role: .app, claiming: "com.example.mail")
      guard
        case .locked(let index, let publicKey) = try client.openLockable("letters", .complete)
      else { throw RawClient.Failure.unexpected(.indexOpened) }
      try daemon.unlock()
      let isWaiting = try TestProgram.wait {
        let newcomer = try RawClient(path: daemon.socketPath)
        return try newcomer.shakeHands(role: .app, claiming: "com.example.mail").classes
          .contains { $0.protection == .complete && $0.state == .unavailable }
      }
      #expect(isWaiting, "\(daemon.log)")
      let keys = daemon.directory + "/data/fresnel/keys/complete"
      try FileSystem.removeFile(keys)
      let batch = try RawClient.batch(of: ["another"], into: 0)
      let sealed = try SealedBatch(index: "letters", operations: batch.operations)
        .sealed(to: publicKey)
      let reply = try client.ask(.applySealed(SealedChanges(handle: index, bytes: sealed)))
      #expect(reply == .done)
      #expect(FileSystem.exists(keys))
      let unlocked = try fresnel(
        "unlock", "--passphrase-descriptor", "0", in: daemon, lines: ["eins"])
      #expect(unlocked.status == 0, "\(unlocked.output)")
      let (again, _) = try channel(of: daemon)
      let found = try again.identifiers(matching: "title == \"*\"")
      #expect(found.sorted() == ["a letter", "another"], "\(daemon.log)")
    }
  }
}
