import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What `fresnel history` tells of keys and apps.
@Suite("Commands about history", .serialized, .timeLimit(.minutes(30)))
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

  @Test("What was opened is listed with its identifier, by which it is forgotten")
  func choices() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      let nothing = try fresnel("history", "choices")
      #expect(nothing.status == 1 && nothing.output.isEmpty, "\(nothing)")
      #expect(nothing.errors == "no choice is known\n", "\(nothing)")
      // With the time the command ends only when the app has what it opened.
      for _ in 0..<2 { #expect(try fresnel("open", "--time", "soup").status == 0) }
      let list = try fresnel("history", "choices")
      #expect(list.status == 0 && list.errors.isEmpty, "\(list)")
      let lines = list.output.split(separator: "\n")
      #expect(lines.count == 2 && lines.last == "  soup", "\(list)")
      #expect(list.output.contains(RecipesApp.identifier), "\(list)")
      let run = try fresnel("history", "forget", "soup", "stew", "soup")
      #expect(run.status == 1 && run.output == "1 thing forgotten\n", "\(run)")
      #expect(run.errors.contains("nothing that you opened is \"stew\""), "\(run)")
      #expect(try fresnel("history", "choices").status == 1)
      #expect(try fresnel("history", "forget").status == 2)
      #expect(try fresnel("history", "forget", "--all", "soup").status == 2)
      let all = try fresnel("history", "forget", "--all")
      #expect(all.status == 1 && all.output == "0 things forgotten\n", "\(all)")
      // The item is still there.
      #expect(try fresnel("open", "--time", "soup").status == 0)
      try daemon.stop()
    }
  }

  @Test("Where no search is listed, it is told whether searches are kept")
  func searches() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      let none = try fresnel("history", "searches", "--json")
      #expect(none.status == 1 && none.output.isEmpty, "\(none)")
      #expect(none.errors == #"{"shown":0,"hasMore":false,"kept":true}"# + "\n", "\(none)")
      #expect(try fresnel("history", "searches").errors == "no search is known\n")
      #expect(try fresnel("settings", "--searches", "off").status == 0)
      let off = try fresnel("history", "searches", "--json")
      #expect(off.errors == #"{"shown":0,"hasMore":false,"kept":false}"# + "\n", "\(off)")
      let words = try fresnel("history", "searches")
      #expect(words.status == 1 && words.output.isEmpty, "\(words)")
      #expect(
        words.errors
          == "no search is known, and none is kept; fresnel settings --searches on has them kept again\n",
        "\(words)")
      try daemon.stop()
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
      for words in ["list", "delete", "choices", "forget"].map({ ["history", $0] }) {
        let run = try fresnel.run(words + ["--app", "nobody"])
        #expect(run.status == 1, "\(words) \(run)")
        #expect(run.errors.contains("among those that can be read"), "\(words) \(run)")
        #expect(!run.errors.contains("no manifest registers it"), "\(words) \(run)")
      }
      try daemon.stop()
    }
  }
}
