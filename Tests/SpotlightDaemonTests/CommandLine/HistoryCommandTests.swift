import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What `fresnel history` tells of keys and apps.
@Suite("Commands about history", .serialized, .timeLimit(.minutes(10)))
struct HistoryCommandTests {
  /// Runs a body with places of the titles, and the keys of them in that order.
  private func withPlaces(
    _ titles: [String], _ body: (FresnelProgram, [String]) throws -> Void
  ) throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      let app = try daemon.client(claiming: RecipesApp.identifier)
      guard case .historyOpened(let history) = try app.ask(.openHistory) else {
        throw RawClient.Failure.ended
      }
      for title in titles {
        // Each page is a place of its own.
        let visit = WireActivity(
          type: "org.example.view", title: title, webpage: "https://example.org/\(title)",
          flags: [.search])
        let answer = try app.ask(
          .donate(DonateActivity(handle: history.handle, isVisit: true, activity: visit)))
        #expect(answer == .donated(.new))
      }
      let places = try fresnel("history", "list", "--json").objects()
      let keys = titles.compactMap { title -> String? in
        let place = places.first { $0["title"] == .string(title) }
        guard case .string(let key)? = place?["key"] else { return nil }
        return key
      }
      #expect(keys.count == titles.count)
      try body(fresnel, keys)
      try daemon.stop()
    }
  }

  @Test("Of several keys those without a place are named, and the others are deleted")
  func keys() throws {
    try withPlaces(["Bisque", "Stew", "Tart"]) { fresnel, keys in
      let run = try fresnel(
        "history", "delete", "one", keys[0], keys[1], "other", keys[0], "one", "--json")
      #expect(run.status == 1, "\(run)")
      #expect(run.output == #"{"deleted":2,"missing":["one","other"]}"# + "\n", "\(run)")
      let later = try fresnel("history", "delete", keys[2], "one", "--since", "2999-01-01")
      #expect(later.status == 1 && later.output == "0 places deleted\n", "\(later)")
      for key in [keys[2], "one"] {
        #expect(later.errors.contains("no place has the key \"\(key)\" since then"), "\(later)")
      }
      let last = try fresnel("history", "delete", keys[2], keys[2], "--json")
      #expect(last.status == 0 && last.errors.isEmpty, "\(last)")
      #expect(last.output == #"{"deleted":1,"missing":[]}"# + "\n", "\(last)")
    }
  }

  @Test("Of an app without places all keys are named, also those that had one before")
  func keysOfAnApp() throws {
    try withPlaces(["Bisque"]) { fresnel, keys in
      let app = RecipesApp.identifier
      let first = try fresnel("history", "delete", "--app", app, "one", keys[0], "--json")
      #expect(first.status == 1, "\(first)")
      #expect(first.output == #"{"deleted":1,"missing":["one"]}"# + "\n", "\(first)")
      // The warning is a text in JSON.
      #expect(first.errors.contains(#"no place of \#(app) has the key \"one\""#), "\(first)")
      let none = try fresnel("history", "delete", "--app", app, "one", keys[0])
      #expect(none.status == 1 && none.output == "0 places deleted\n", "\(none)")
      for key in ["one", keys[0]] {
        #expect(none.errors.contains("no place of \(app) has the key \"\(key)\""), "\(none)")
      }
    }
  }

  @Test("An app is not said to be unknown while a class is locked")
  func locked() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let client = try daemon.client(claiming: "com.example.mail")
      guard case .open(let channel, let index) = try client.openLockable("letters", .complete)
      else { throw RawClient.Failure.unexpected(.indexOpened) }
      try channel.put(["a letter"], into: index)
      #expect(try fresnel("lock").status == 0)
      for words in [["history", "list"], ["history", "delete"]] {
        let run = try fresnel.run(words + ["--app", "nobody"])
        #expect(run.status == 1, "\(words) \(run)")
        #expect(run.errors.contains("among those that can be read"), "\(words) \(run)")
        #expect(!run.errors.contains("no manifest registers it"), "\(words) \(run)")
      }
      try daemon.stop()
    }
  }
}
