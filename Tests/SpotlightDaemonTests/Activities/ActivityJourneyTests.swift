import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What a person does with an app of the frameworks, over a real daemon.
@Suite("An app with activities and a real daemon", .serialized)
struct ActivityJourneyTests {
  private let app = RecipesApp.identifier

  /// Runs a body with a daemon that knows the app, which has an item named soup.
  private func withRecipes(_ body: (RawClient, RawClient) throws -> Void) throws {
    try withApp { _, client, person in try body(client, person) }
  }

  private func withApp(_ body: (DaemonProcess, RawClient, RawClient) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      let program = try TestProgram.path("sample-recipes")
      try RecipesApp.write(
        """
        {"CFBundleIdentifier": "\(app)", "CFBundleName": "Recipes",
         "NSUserActivityTypes": ["org.example.Recipes.view"],
         "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}]}
        """, to: "\(directory)/data/fresnel/apps/\(app).plist")
      try RecipesApp.write(
        """
        [Desktop Entry]
        Type=Application
        Name=Recipes
        Exec=/usr/bin/env FRESNEL_APP_IDENTIFIER=\(app) "\(program)" %U
        """, to: "\(directory)/data/applications/\(app).desktop")
      try daemon.start()
      defer { daemon.kill() }
      let client = try daemon.client(claiming: app)
      try client.put(["soup"], into: try client.open())
      let person = try daemon.client(.tool)
      defer { _ = try? person.launch(.url("recipes:quit", app: app)) }
      try body(daemon, client, person)
    }
  }

  private func history(_ person: RawClient) throws -> [HistoryEntry] {
    guard case .historyListed(let page) = try person.ask(.listHistory(ListHistory(limit: 10)))
    else { return [] }
    return page.entries
  }

  private func time(_ launch: Launched, _ person: RawClient) throws -> LaunchTime? {
    guard case .launchTimed(let time) = try person.ask(.launchTime(launch.launch)) else {
      return nil
    }
    return time
  }

  @Test("A program that steps back from an activity and ends at once has left it in history")
  func endingAtOnce() throws {
    try withApp { daemon, _, person in
      var command = Command(try TestProgram.path("sample-recipes"), ["--once", "soup"])
      command.environment = daemon.environment.merging(["FRESNEL_APP_IDENTIFIER": app]) { $1 }
      #expect(try command.run().isSuccess)
      #expect(try history(person).map(\.title) == ["Soup"])
    }
  }

  @Test("A chosen item is shown, becomes history, brings the person back, and goes with the item")
  func journey() throws {
    try withRecipes { client, person in
      let cold = try person.launch(query: "so")
      #expect(cold.way == .started)
      #expect(try time(cold, person)?.end == .current)
      let isKept = try TestProgram.wait { try history(person).count == 1 }
      #expect(isKept)
      let entry = try #require(try history(person).first)
      #expect(entry.app == app && entry.title == "Soup" && entry.relatedIdentifier == "soup")
      #expect(entry.type == "org.example.Recipes.view" && entry.visitCount == 1)

      let place = WireActivity(
        type: entry.type, title: entry.title,
        userInfo: ActivityDictionary([(.text("recipe"), .text("soup"))]),
        requiredKeys: ["recipe"], flags: [.search])
      let warm = try person.launch(.activity(app: app, key: entry.key, place))
      #expect(warm.way == .running)
      #expect(try time(warm, person)?.end == .current)

      #expect(try person.launch(.url("recipes:bread", app: app)).way == .running)
      let deletion = ApplyBatch(
        handle: try client.open(), operations: [.deleteIdentifiers(["soup"])])
      #expect(try client.ask(.apply(deletion)) == .done)
      #expect(try history(person).isEmpty)
      // There is no bread, so no history of it, and the soup that was on the screen does not come back.
      _ = try person.launch(.url("recipes:quit", app: app))
      #expect(try history(person).isEmpty)
    }
  }
}
