import FresnelHandoff
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// Has a real daemon open hostile addresses, in each way that leads to it.
@Suite("Hostile addresses through the daemon", .serialized)
struct HostileLaunchTests {
  private static let stranger = "org.example.Stranger"

  /// Runs a body with a daemon that finds the desktop's programs, and an app that nobody registered.
  private func withDaemon(
    _ body: (DaemonProcess, borrowing HostileDesktop, [HostileAddress]) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let desktop = try HostileDesktop(
        in: directory, data: directory + "/data", configuration: directory + "/config")
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"],
        entrance: ["/usr/bin/env", "PATH=\(desktop.path)"])
      try daemon.start()
      defer { daemon.kill() }
      try body(daemon, desktop, desktop.addresses)
      try daemon.stop()
    }
  }

  @Test(
    "A URL of nobody, as actions, pages from other devices and results of the web are opened, and one of a stranger"
  )
  func urls() throws {
    try withDaemon { daemon, desktop, addresses in
      let tool = try daemon.client(.tool)
      for address in addresses {
        for app in [nil, Self.stranger] as [String?] {
          let problem = try tool.launchProblem(.url(address.url, app: app))
          #expect((problem == nil) == (address.words != nil), "\(address.url.prefix(80))")
          if let words = address.words {
            let started = try desktop.next()
            #expect(started == words)
          }
        }
      }
    }
  }

  @Test("The items of an app that nobody registered lead only where a URL of nobody does")
  func items() throws {
    try withDaemon { daemon, desktop, addresses in
      let app = try daemon.client(claiming: Self.stranger)
      let items = try addresses.enumerated().map { place, address in
        var item = Item(uniqueIdentifier: "item-\(place)")
        item.attributes[.title] = .string("item \(place)x")
        item.attributes[.url] = .url(address.url)
        return try EncodedItem(opening: try ItemCodec.encode(item))
      }
      let batch = ApplyBatch(handle: try app.open(), operations: [.put(items)])
      #expect(try app.ask(.apply(batch)) == .done)
      for (place, address) in addresses.enumerated() {
        var command = Command(
          "/bin/sh",
          [
            "-c", "exec \"$@\" 2>&1", "sh", try TestProgram.path("fresnel"), "open",
            "item-\(place)",
          ])
        command.environment = daemon.environment
        let (ending, bytes) = try command.capture()
        let text = String(decoding: bytes, as: UTF8.self)
        if let words = address.words {
          #expect(ending == .exited(0), "\(address.url.prefix(80)): \(text)")
          let started = try desktop.next()
          #expect(started == words)
        } else {
          // The daemon does not take a name that is too long.
          let statuses: [Command.Ending] = [.exited(1), .exited(3)]
          #expect(statuses.contains(ending), "\(address.url.prefix(80)): \(text)")
          #expect(text.hasPrefix("fresnel: "), "\(text)")
          #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
        }
      }
      let (started, status) = try desktop.openAll(
        with: TestProgram.path("fresnel"), environment: daemon.environment)
      #expect(started == addresses.compactMap(\.words))
      #expect(status == 130)
    }
  }

  @Test("A page that another device hands over leads only where a URL of nobody does")
  func handoff() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let own = directory + "/laptop"
      try FileSystem.createDirectory(own)
      let desktop = try HostileDesktop(in: own, data: own + "/data", configuration: own + "/config")
      let devices = try PairedDaemons(
        in: directory, isOnLaptop: false,
        laptopEntrance: ["/usr/bin/env", "PATH=\(desktop.path)"])
      defer { devices.end() }
      try devices.pair()
      let app = try devices.desk.client(claiming: Self.stranger)
      let page = ActivitySummary(
        number: 1, type: "org.example.page", title: "Page", flags: [.handoff],
        needsSaving: false, webpage: "https://a.example/")
      _ = try app.ask(.receive(ReceiveActivities(kinds: .saves)))
      try app.send(Envelope(.currentChanged(page)))
      let tool = try devices.laptop.client(.tool)
      var number: JSONValue?
      let isOffered = try TestProgram.wait {
        guard case .array(let list)? = try tool.order("handoff.list", "{}")["activities"] else {
          return false
        }
        number = list.first?["number"]
        return number != nil
      }
      #expect(isOffered)
      guard case .integer(let offer)? = number else { return }
      for address in desktop.addresses {
        // A page is on the web. What names another is no activity, and ends the connection of who sends it.
        let activity = WireActivity(type: "org.example.page", webpage: address.url)
        var reader = WireReader(activity.encoded)
        guard (try? reader.value(WireActivity.self)) != nil else {
          #expect(address.words?.first != "browser", "\(address.url.prefix(80))")
          continue
        }
        let accept = Administration(
          verb: "handoff.accept", arguments: Array(#"{"number":\#(offer)}"#.utf8))
        let request = try tool.request(.administer(accept))
        try save(activity, by: app)
        let reply = try tool.reply(to: request)
        let isOpened = if case .report = reply { true } else { false }
        // More is not handed over than fits.
        let mayOpen = address.words != nil && address.url.utf8.count < HandoffLimits.activity - 1000
        #expect(isOpened == mayOpen, "\(address.url.prefix(80))")
        if isOpened {
          let started = try desktop.next()
          #expect(started == address.words)
        }
      }
    }
  }

  /// Has the app save a page for the device that asks for it.
  private func save(_ activity: WireActivity, by app: RawClient) throws {
    while true {
      let envelope = try app.receive()
      guard case .saveActivity = envelope.message else { continue }
      return try app.send(Envelope(.activitySaved(activity), request: envelope.request))
    }
  }
}
