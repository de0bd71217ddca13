import BusTestSupport
import FresnelBus
import FresnelModel
import FresnelPlatform
import SearchSurface
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Results in GNOME", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct GNOMEProviderTests {
  private static let soups = [
    ProviderStage.item(
      "n1", "Tomato soup",
      [.contentDescription: .string("With basil"), .contentType: .string("public.contact")]),
    ProviderStage.item("n2", "Pumpkin soup"), ProviderStage.item("n3", "Tomorrow"),
  ]

  @Test("A letter, a longer word, descriptions: the order in which the shell calls")
  func order() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let shell = try stage.shell()
      let first = try await shell.results("tom")
      #expect(Set(try await shell.names(first)) == ["Tomato soup", "Tomorrow"])
      let second = try Shell.texts(
        await shell.gnome("GetSubsearchResultSet", [list(first), list(["tomato"])]))
      #expect(try await shell.names(second) == ["Tomato soup"])
      let meta = try #require(try await shell.metas(second).first)
      #expect(meta["id"]?.text == second.first)
      #expect(meta["description"]?.text == "With basil")
      let icon = try #require(meta["icon"]?.elements)
      #expect(icon.first?.text == "themed")
      #expect(icon.last?.elements?.first?.text == "x-office-address-book")
      // What was found before decides nothing: a longer word may match where the shorter did not.
      let third = try Shell.texts(
        await shell.gnome("GetSubsearchResultSet", [list([]), list(["pumpkin", "so"])]))
      #expect(try await shell.names(third) == ["Pumpkin soup"])
      #expect(try await shell.results("nothing", "like", "this") == [])
      #expect(try await shell.results() == [])
    }
  }

  @Test("A newer search calls off the older of the same shell, which finds nothing, and no other's")
  func superseded() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let (shell, other) = (try stage.shell(), try stage.shell())
      // Both are known, and the connection is there.
      _ = try await shell.results("tom")
      _ = try await other.results("tom")
      stage.daemon.send(.stop)
      async let older = shell.results("tom")
      async let elsewhere = other.results("pump")
      await stage.settle()
      async let newer = shell.results("pumpkin")
      // While the daemon stands still, only what was called off can be answered.
      #expect(try await older == [])
      stage.daemon.send(.resume)
      #expect(try await shell.names(try await newer) == ["Pumpkin soup"])
      #expect(try await other.names(try await elsewhere) == ["Pumpkin soup"])
    }
  }

  @Test("A hundred descriptions come in order, also of what was never given out; more do not")
  func metas() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let shell = try stage.shell()
      let real = try #require(try await shell.results("tomato").first)
      let gone = ResultIdentifier(
        kind: .item, scope: IndexScope(app: ProviderStage.app, index: ""), identifier: "gone")
      let hostile = [
        "", "special:x", "1", "\u{1B}[2J\u{202E}", String(repeating: "A", count: 200_000),
        gone.text, "/etc/passwd", "1\(String(repeating: "A", count: 30_000))",
      ]
      var asked = (0..<100).map { hostile[$0 % hostile.count] }
      asked[50] = real
      let metas = try await shell.metas(asked)
      #expect(metas.map { $0["id"]?.text } == asked)
      #expect(metas[50]["name"]?.text == "Tomato soup")
      #expect(metas.enumerated().allSatisfy { $0 == 50 || $1["name"]?.text == "–" })
      let reply = await shell.gnome("GetResultMetas", [list(asked + ["x"])])
      #expect(errorName(reply) == "org.freedesktop.DBus.Error.InvalidArgs")
      #expect(try await shell.metas([]).isEmpty)
    }
  }

  @Test("What was given out before a new start of either side names the same")
  func anew() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let found = try await stage.shell().results("tomato")
      try stage.daemon.stop()
      try stage.daemon.start()
      let other = try await ProviderStage(stage.daemon)
      defer { other.end() }
      #expect(try await other.shell().names(found) == ["Tomato soup"])
      #expect(try await stage.shell().results("tomato") == found)
    }
  }

  @Test("While the session is locked nothing is found or described, and afterwards again")
  func locked() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let shell = try stage.shell()
      let found = try await shell.results("tomato")
      let saver = try stage.shell()
      try await saver.serveScreenSaver(isActive: true)
      try await shell.search("tomato", untilEmpty: true)
      #expect(try await shell.names(found) == ["–"])
      #expect(try await shell.krunner("Match", [.string("tomato")]).get().first?.elements == [])
      try saver.tellScreenSaver(isActive: false)
      try await shell.search("tomato", untilEmpty: false)
      #expect(try await shell.names(found) == ["Tomato soup"])
    }
  }

  @Test("Items of lockable classes are never shown, open as their class may be")
  func lockableClasses() async throws {
    try await ProviderStage.with { stage in
      try stage.daemon.unlock()
      for protection in ProtectionClass.allCases {
        try stage.index(
          [ProviderStage.item("id-\(protection.name)", "Tomato \(protection.name)")],
          in: protection.name, protection)
      }
      let shell = try stage.shell()
      let shown = try await shell.names(try await shell.results("tomato"))
      #expect(Set(shown) == ["Tomato none", "Tomato first-unlock"])
      let asked = ProtectionClass.allCases.map { protection in
        ResultIdentifier(
          kind: .item, scope: IndexScope(app: ProviderStage.app, index: protection.name),
          identifier: "id-\(protection.name)"
        ).text
      }
      #expect(
        try await shell.names(asked) == ["Tomato none", "Tomato first-unlock", "–", "–"])
    }
  }

  @Test("Calls with other arguments, endless terms and unknown methods are answered")
  func hostileCalls() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let shell = try stage.shell()
      let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
      for (member, arguments) in [
        ("GetInitialResultSet", []), ("GetInitialResultSet", [.string("tom")]),
        ("GetSubsearchResultSet", [list(["tom"])]), ("GetResultMetas", [.uint32(1)]),
        ("ActivateResult", [.string("x")]), ("LaunchSearch", [list([]), .string("0")]),
      ] as [(String, [BusValue])] {
        #expect(errorName(await shell.gnome(member, arguments)) == invalid, "\(member)")
      }
      #expect(
        errorName(await shell.gnome("Other", [])) == "org.freedesktop.DBus.Error.UnknownMethod")
      let endless = (0..<100_000).map { "word\($0)" }
      #expect(try Shell.texts(await shell.gnome("GetInitialResultSet", [list(endless)])) == [])
      #expect(try await shell.results(String(repeating: "x", count: 1 << 20)) == [])
      #expect(try await shell.results("\u{1}\u{FFFD}\"'*\\", " ", "&& title == *") == [])
      // Words beyond the twentieth do not count.
      let many = ["tomato"] + Array(repeating: "soup", count: 19) + ["pumpkin"]
      let found = try Shell.texts(await shell.gnome("GetInitialResultSet", [list(many)]))
      #expect(try await shell.names(found) == ["Tomato soup"])
      // What names nothing opens nothing, and is no error for the shell.
      #expect(
        await shell.gnome("ActivateResult", [.string("x"), list(["tom"]), .uint32(7)])
          == .success([]))
    }
  }

  @Test(
    "A caller in namespaces of its own is refused",
    .enabled(if: Namespaces.areThere, "unshare or gdbus is missing, or may make no namespaces"))
  func otherNamespaces() async throws {
    try await ProviderStage.with { stage in
      try stage.index(Self.soups)
      let words = [
        "gdbus", "call", "--address", stage.bus.address, "--dest",
        "org.fresnel.Fresnel.SearchProvider", "--object-path",
        "/org/fresnel/Fresnel/SearchProvider", "--method",
        "org.gnome.Shell.SearchProvider2.GetInitialResultSet", "['tomato']",
      ]
      let (ending, output) = try Namespaces.run(words)
      #expect(ending.isSuccess && output.contains("1"), "\(output)")
      for namespaces in [Namespaces.usersAndProcesses, Namespaces.users] {
        let (refusal, answer) = try Namespaces.run(words, in: namespaces)
        #expect(!refusal.isSuccess && answer.contains("AccessDenied"), "\(answer)")
      }
    }
  }
}

/// Programs in namespaces of their own.
private enum Namespaces {
  /// Whether such programs can be run here.
  static var areThere: Bool {
    (try? run(["gdbus", "help"], in: usersAndProcesses).0.isSuccess) == true
  }

  static let users = ["unshare", "--user", "--map-root-user"]
  static let usersAndProcesses = users + ["--pid", "--fork"]

  /// Runs a program and gives what it wrote, also to standard error.
  static func run(
    _ words: [String], in unshare: [String] = []
  ) throws -> (Command.Ending, String) {
    let (ending, bytes) = try Command(
      "/bin/sh", ["-c", "\"$@\" 2>&1", "sh"] + unshare + words
    ).capture(maximumByteCount: 1 << 16)
    return (ending, String(decoding: bytes, as: UTF8.self))
  }
}
