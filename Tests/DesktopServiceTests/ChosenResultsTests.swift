import BusTestSupport
import FresnelBus
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import SearchSurface
import SpotlightClient
import SpotlightWire
import Testing
import WireTestSupport

@testable import DesktopService

@Suite(
  "Results that were chosen, locks, and a daemon that does not answer", .serialized,
  .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct ChosenResultsTests {
  private typealias Start = (words: [String], token: String?)

  private static func identifier(
    _ identifier: String, of app: String, in index: String = ""
  ) -> String {
    ResultIdentifier(
      kind: .item, scope: IndexScope(app: app, index: index), identifier: identifier
    ).text
  }

  @Test("A choice starts its application with the token, if the session is not locked")
  func opening() async throws {
    let (starts, continuation) = AsyncStream.makeStream(of: Start.self)
    let starter = ProgramStarter { program, token, done in
      continuation.yield((program.words, token))
      done(nil)
    }
    try await ProviderStage.with(.init(starter: starter)) { stage in
      let folder = stage.daemon.directory + "/data/applications"
      try FileSystem.createDirectory(folder)
      for name in ["one", "two"] {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/echo \(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name).desktop")
      }
      let app = ImportedItems.applications
      let items = ["one", "two"].map { ProviderStage.item($0 + ".desktop", "App \($0)") }
      try stage.index(items, of: app)
      try stage.daemon.unlock()
      try stage.index(items, in: "complete", .complete, of: app)
      let shell = try stage.shell()
      let (one, two) = (
        Self.identifier("one.desktop", of: app), Self.identifier("two.desktop", of: app)
      )
      func activate(_ identifier: String) async {
        let arguments: [BusValue] = [.string(identifier), list(["app"]), .uint32(7)]
        #expect(await shell.gnome("ActivateResult", arguments) == .success([]))
      }
      var iterator = starts.makeAsyncIterator()
      func next() async throws -> Start {
        let start = await iterator.next()
        return try #require(start)
      }
      // What is in a lockable class is not opened, so that the first start is that of the second.
      await activate(Self.identifier("one.desktop", of: app, in: "complete"))
      await activate(two)
      let first = try await next()
      #expect(first.words.last == "two")
      #expect(first.token?.hasSuffix("_TIME7") == true)
      // A token that no program can be given does not replace one that can.
      for token in ["token-1", "token\n2"] {
        #expect(await shell.krunner("SetActivationToken", [.string(token)]) == .success([]))
      }
      #expect(await shell.krunner("Run", [.string(one), .string("")]) == .success([]))
      let second = try await next()
      #expect(second.words.last == "one" && second.token == "token-1")
      // An action that the item does not have opens nothing, nor does anything while the session is locked.
      #expect(await shell.krunner("Run", [.string(one), .string("call")]) == .success([]))
      let saver = try stage.shell()
      try await saver.serveScreenSaver(isActive: true)
      try await shell.search("app", untilEmpty: true)
      await activate(one)
      #expect(await shell.krunner("Run", [.string(one), .string("")]) == .success([]))
      try saver.tellScreenSaver(isActive: false)
      try await shell.search("app", untilEmpty: false)
      await activate(two)
      #expect(try await next().words.last == "two")
    }
  }

  @Test(
    "A session that was locked before the providers began shows nothing, from the first call on")
  func lockedBefore() async throws {
    var saver: Shell?
    let before: (Shell) async throws -> Void = { shell in
      try await shell.serveScreenSaver(isActive: true)
      saver = shell
    }
    try await ProviderStage.with(.init(before: before)) { stage in
      try stage.index([ProviderStage.item("n1", "Tomato soup")])
      let shell = try stage.shell()
      #expect(try await shell.results("tomato") == [])
      try saver?.tellScreenSaver(isActive: false)
      try await shell.search("tomato", untilEmpty: false)
    }
  }

  @Test("Descriptions do not wait for a daemon that stands still")
  func slowDaemon() async throws {
    try await ProviderStage.with(.init(patience: .milliseconds(200))) { stage in
      try stage.index([ProviderStage.item("n1", "Tomato soup")])
      let shell = try stage.shell()
      let known = Self.identifier("n1", of: ProviderStage.app)
      stage.daemon.send(.stop)
      #expect(try await shell.names([known, known]) == ["–", "–"])
      stage.daemon.send(.resume)
      while try await shell.names([known]) != ["Tomato soup"] { await Task.yield() }
    }
  }

  @Test("What was found before a lock is neither kept nor given after it")
  func listsAndLocks() throws {
    let loop = try EventLoop()
    let askers = Askers(
      .init(daemonAt: "/none", claiming: AppIdentity(identifier: "x"), role: .surface), on: loop,
      patience: .seconds(1))
    let asker = askers[sender: ":1.1", path: "/"]
    let identifier = ResultIdentifier(
      kind: .item, scope: IndexScope(app: "a", index: ""), identifier: "1")
    let rows = [SurfaceRow(identifier: identifier, title: "Soup")]
    let before = asker.lockCount
    #expect(asker.keep(rows, since: before) && asker.row(identifier) != nil)
    askers.forgetLists()
    #expect(!asker.keep(rows, since: before) && asker.row(identifier) == nil)
    #expect(asker.keep(rows, since: asker.lockCount))
  }
}
