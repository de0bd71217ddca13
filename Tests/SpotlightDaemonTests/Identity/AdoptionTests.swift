import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("Items from before an app was registered", .serialized, .timeLimit(.minutes(30)))
struct AdoptionTests {
  private static let app = "com.example.notes"

  private func put(
    _ names: [String], as app: String, _ daemon: DaemonProcess, index: String = "things",
    _ protection: ProtectionClass = .none, clientState: [UInt8]? = nil
  ) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: app)
    guard protection.isLockable else {
      return try client.put(
        names, into: try client.open(index, protection), clientState: clientState)
    }
    guard case .open(let channel, let index) = try client.openLockable(index, protection) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    try channel.put(names, into: index, clientState: clientState)
  }

  private func tool(_ daemon: DaemonProcess) throws -> RawClient {
    let tool = try RawClient(path: daemon.socketPath)
    try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
    return tool
  }

  /// Writes a program and its `Info.plist`; gives the path of the program, which is not registered yet.
  private func writeProgram(_ directory: String) throws -> String {
    let program = directory + "/notes"
    try FileSystem.write([0x7F], to: program, permissions: 0o755)
    let manifest = #"{"CFBundleIdentifier":"\#(Self.app)","FresnelExecutable":"\#(program)"}"#
    try FileSystem.write(Array(manifest.utf8), to: directory + "/Info.plist")
    return program
  }

  private func withStray(
    _ body: (_ daemon: DaemonProcess, _ tool: RawClient, _ stray: String) throws -> Void
  ) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let directory = try #require(FileSystem.resolved(daemon.directory))
      let stray = "unregistered:" + (try writeProgram(directory))
      try put(["a", "b"], as: stray, daemon, clientState: [7])
      try body(daemon, try tool(daemon), stray)
    }
  }

  @Test(
    "are named when nobody can be asked, found by the doctor, and taken over once that is asked for"
  )
  func life() throws {
    try withStray { daemon, tool, stray in
      let plist = daemon.directory + "/Info.plist"
      let install = try daemon.fresnel(["app", "install", plist, "--offline"])
      #expect(
        install.status == 0
          && install.output.contains("stays under its old name, 2 items of \(stray);"),
        "\(install.output)")
      #expect(install.output.contains("fresnel app adopt \(Self.app)"))
      #expect(try daemon.itemCounts(tool) == [stray: 2])
      try put(["b", "c"], as: Self.app, daemon)
      #expect(try daemon.findings(tool) == ["itemsBeforeRegistration \(Self.app)"])
      #expect(
        try daemon.findings(tool, #"{"id":"\#(Self.app)"}"#)
          == ["itemsBeforeRegistration \(Self.app)"])
      let adopt = try daemon.fresnel(["app", "adopt", Self.app])
      #expect(adopt.status == 0 && adopt.output.contains("took over 2 items"), "\(adopt.output)")
      // What both had is there once.
      #expect(try daemon.itemCounts(tool) == [Self.app: 3])
      #expect(try daemon.findings(tool) == [])
      #expect(try daemon.fresnel(["app", "adopt", Self.app]).status == 1)
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.app)
      #expect(try client.identifiers(matching: "title == \"*\"") == ["a", "b", "c"])
      #expect(try client.clientState(of: try client.open("things", ProtectionClass.none)) == [7])
    }
  }

  @Test("are taken over while the app is registered where a program says so, and by the doctor")
  func flags() throws {
    try withStray { daemon, tool, stray in
      let plist = daemon.directory + "/Info.plist"
      let both = try daemon.fresnel(["app", "install", plist, "--adopt", "--no-adopt"])
      #expect(both.status == 2, "\(both.output)")
      let without = try daemon.fresnel(["app", "install", plist, "--offline", "--no-adopt"])
      #expect(without.status == 0 && !without.output.contains(stray), "\(without.output)")
      let with = try daemon.fresnel(
        ["app", "install", plist, "--offline", "--replace", "--adopt"])
      #expect(with.status == 0 && with.output.contains("took over 2 items"), "\(with.output)")
      #expect(try daemon.itemCounts(tool) == [Self.app: 2])
      try put(["c"], as: stray, daemon)
      _ = try daemon.findings(tool, #"{"mend":true}"#)
      #expect(try daemon.itemCounts(tool) == [Self.app: 3])
      #expect(try daemon.findings(tool) == [])
    }
  }

  @Test("are asked about once in a terminal, and stay where they are unless the answer is yes")
  func question() throws {
    try withStray { daemon, tool, stray in
      let arguments = [
        "app", "install", daemon.directory + "/Info.plist", "--offline", "--replace",
      ]
      /// Answers the question, and gives what was written after it.
      func answer(_ keys: String) throws -> String {
        var terminal = try PseudoTerminal(columns: 200, rows: 24)
        try terminal.start(
          TestProgram.path("fresnel"), arguments,
          environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
        try terminal.read(
          until:
            "Take over 2 items of \(stray), which the program indexed before it was registered? "
            + "[y/N] ")
        try terminal.type(keys)
        let rest = try terminal.readToEnd()
        #expect(terminal.waitForEnd() == 0)
        return rest
      }
      for no in ["n\n", "\n", "\u{04}"] {
        let rest = try answer(no)
        #expect(!rest.contains("took over") && !rest.contains("Take over"), "\(rest)")
        #expect(try daemon.itemCounts(tool) == [stray: 2])
      }
      let rest = try answer("y\n")
      #expect(rest.contains("took over 2 items"), "\(rest)")
      #expect(try daemon.itemCounts(tool) == [Self.app: 2])
      // Nothing is left to ask about.
      var terminal = try PseudoTerminal(columns: 200, rows: 24)
      try terminal.start(
        TestProgram.path("fresnel"), arguments,
        environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
      let silence = try terminal.readToEnd()
      #expect(!silence.contains("Take over"))
      #expect(terminal.waitForEnd() == 0)
    }
  }

  @Test("in classes that can be locked, and are open, are taken over")
  func lockable() throws {
    try withStray { daemon, tool, stray in
      try daemon.unlock()
      try put(["open"], as: stray, daemon, index: "kept", .complete)
      let plist = daemon.directory + "/Info.plist"
      #expect(
        try daemon.fresnel(["app", "install", plist, "--offline", "--adopt"]).status == 0)
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.app)
      let isThere = try TestProgram.wait {
        try client.channel(to: .complete).identifiers(matching: "title == \"open\"") == ["open"]
      }
      #expect(isThere)
      let search = try daemon.fresnel(["search", "--json", "open"]).output
      #expect(search.contains(Self.app) && !search.contains(stray), "\(search)")
    }
  }

  @Test("are never those of another app")
  func refusals() throws {
    try withStray { daemon, tool, stray in
      #expect(
        try daemon.fresnel(["app", "install", daemon.directory + "/Info.plist", "--no-adopt"])
          .status
          == 0)
      let other = daemon.directory + "/data/fresnel/apps/com.example.other.plist"
      try FileSystem.write(Array(#"{"CFBundleIdentifier":"com.example.other"}"#.utf8), to: other)
      for (heir, former) in [
        ("com.example.unknown", stray), (Self.app, "com.example.other"), (Self.app, Self.app),
        (Self.app, "org.fresnel.manuals"),
      ] {
        #expect(throws: ServiceError.self) {
          try tool.order("apps.adopt", #"{"id":"\#(heir)","from":"\#(former)"}"#)
        }
      }
      #expect(try daemon.itemCounts(tool) == [stray: 2])
      #expect(
        try daemon.fresnel(["app", "adopt", Self.app, "--from", "unregistered:/none"]).status == 1)
    }
  }

  @Test("what was decided about the earlier name is the app's, where it has nothing of its own")
  func settings() throws {
    try withStray { daemon, tool, stray in
      func settings(_ words: String...) throws -> String {
        let run = try daemon.fresnel(["settings"] + words)
        #expect(run.status == 0, "\(run.output)")
        return run.output
      }
      func decided() throws -> String {
        String(
          decoding: try FileSystem.contents(
            of: daemon.directory + "/config/fresnel/settings.json"), as: UTF8.self)
      }
      let plist = daemon.directory + "/Info.plist"
      func install(_ option: String) throws {
        let run = try daemon.fresnel(["app", "install", plist, "--offline", "--replace", option])
        #expect(run.status == 0, "\(run.output)")
      }
      _ = try settings(stray, "--items", "7", "--search", "off")
      try install("--no-adopt")
      #expect(try settings(Self.app).contains("at most      7 items"))
      // What stays under the earlier name is not shown either.
      #expect(try decided().contains(stray))
      #expect(try daemon.fresnel(["search", "a"]).status == 1)
      _ = try settings(Self.app, "--items", "usual", "--search", "on")
      try install("--adopt")
      #expect(try settings(Self.app).contains("1,000,000 items"))
      #expect(try !decided().contains(stray))
      #expect(try daemon.fresnel(["search", "a"]).status == 0)
      // A limit that is taken away just before is none.
      try put(["c"], as: stray, daemon)
      _ = try settings(stray, "--items", "7")
      _ = try settings(stray, "--items", "usual")
      try install("--adopt")
      #expect(try settings(Self.app).contains("1,000,000 items"))
      #expect(try daemon.itemCounts(tool) == [Self.app: 3])
    }
  }

  @Test("are all named and stay where they are if the app may not have so many")
  func limit() throws {
    try withStray { daemon, tool, stray in
      let settings = try daemon.fresnel(["settings", stray, "--items", "1"])
      #expect(settings.status == 0, "\(settings.output)")
      let plist = daemon.directory + "/Info.plist"
      let install = try daemon.fresnel(["app", "install", plist, "--offline", "--adopt"])
      #expect(
        install.output.contains("2 items stay under the name \(stray)"), "\(install.output)")
      let adopt = try daemon.fresnel(["app", "adopt", Self.app])
      #expect(adopt.status != 0 && adopt.output.contains("2 items stay"), "\(adopt.output)")
      #expect(try daemon.itemCounts(tool) == [stray: 2])
      #expect(try daemon.fresnel(["settings", Self.app, "--items", "2"]).status == 0)
      #expect(try daemon.fresnel(["app", "adopt", Self.app]).status == 0)
      #expect(try daemon.itemCounts(tool) == [Self.app: 2])
    }
  }
}
