import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@testable import SpotlightDaemon

/// A directory and a loop for processes.
private func withStage(
  _ body: (_ directory: String, _ running: RunningLoop) async throws -> Void
) async throws {
  try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
    let running = try RunningLoop()
    let result: Result<Void, any Error>
    do { result = .success(try await body(directory, running)) } catch { result = .failure(error) }
    running.stop()
    try result.get()
  }
}

@Suite("fresneld --handoff", .timeLimit(.minutes(30)))
struct HandoffProcessTests {
  @Test("Two processes are paired, hand over, and find each other again after one was killed")
  func restart() async throws {
    try await withStage { directory, running in
      let desk = try await PlayedMain.process(
        "Tisch", at: "127.0.0.2", in: directory + "/desk", on: running.loop)
      var travel = try await PlayedMain.process(
        "Reise", at: "127.0.0.3", in: directory + "/travel", on: running.loop)
      try await PlayedMain.pair(desk.main, travel.main)
      for process in [desk, travel] {
        try ConfinedPlaces.expectConfined(process.process.identifier)
      }
      desk.main.order(.offer(PlayedMain.notes()))
      let pick = try await travel.main.pick()
      try await desk.main.save([1, 2, 3])
      _ = try await travel.main.first { told in
        told.news == .deliver(pick: pick, state: [1, 2, 3]) ? true : nil
      }
      travel.main.order(.continued(pick: pick))
      _ = try await desk.main.first { told in
        if case .wasContinued = told.news { true } else { nil }
      }
      // Without a word, in the middle of everything.
      let port = try #require(try await desk.main.devices().first?.addresses.first?.port)
      travel.process.signalGroup(.kill)
      try await travel.main.wait { [main = travel.main] in main.hasEnded }
      travel = try await PlayedMain.process(
        "Reise 2", at: "127.0.0.3", port: port, in: directory + "/travel", on: running.loop)
      try await PlayedMain.connected(desk.main, travel.main)
      let count = desk.main.told.count
      let again = try await travel.main.pick()
      #expect(travel.main.available.count == 1)
      try await desk.main.save([4], after: count)
      _ = try await travel.main.first { $0.news == .deliver(pick: again, state: [4]) ? true : nil }
      // The desk may hear of the new name after what was handed over.
      while try await desk.main.devices().map(\.name) != ["Reise 2"] {
        try await desk.main.rest()
      }
      for process in [desk, travel] { try await process.main.stop() }
      #expect(FileSystem.exists(directory + "/desk/fresnel/devices"))
      #expect(FileSystem.exists(directory + "/desk/fresnel/local-keys/handoff"))
    }
  }

  @Test("The process ends when main does, and at once when main speaks another language")
  func ending() async throws {
    try await withStage { directory, running in
      for isClosing in [true, false] {
        let desk = try await PlayedMain.process(
          "Tisch", at: "127.0.0.2", in: directory, on: running.loop)
        _ = try await desk.main.showCode()
        if isClosing { desk.link.close() } else { desk.link.send(200, [1]) }
        try await desk.main.wait { [main = desk.main] in main.hasEnded }
      }
    }
  }

  @Test("Without a paired device nothing listens")
  func quiet() async throws {
    try await withStage { directory, running in
      let desk = try await PlayedMain.process(
        "Tisch", at: "127.0.7.9", in: directory, on: running.loop)
      desk.main.order(.offer(PlayedMain.notes()))
      #expect(try await desk.main.devices().isEmpty)
      #expect(Self.listenerCount(at: "0907007F") == 0)
      _ = try await desk.main.showCode()
      // One that shows the code, and one for the calls after it.
      #expect(Self.listenerCount(at: "0907007F") == 2)
      desk.main.order(.cancel(desk.main.begin(.awaitPairing)))
      _ = try await desk.main.devices()
      #expect(Self.listenerCount(at: "0907007F") == 0)
      try await desk.main.stop()
    }
  }

  @Test("From inside no key, store or socket of the person can be reached, and no program run")
  func confined() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let places = try ConfinedPlaces(of: daemon)
      let report = try places.report(
        by: TestProgram.path("fresneld"), ["--handoff", "--descriptor", "3", "--no-avahi"],
        in: daemon)
      places.check(report)
    }
  }

  @Test(
    "From inside no file of the person can be read",
    .enabled(
      if: Confinement.landlockVersion > 0,
      "THIS KERNEL HAS NO LANDLOCK: that a confined process reads no files was not tested"))
  func confinedFiles() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let places = try ConfinedPlaces(of: daemon)
      let report = try places.report(
        by: TestProgram.path("fresneld"), ["--handoff", "--descriptor", "3", "--no-avahi"],
        in: daemon)
      places.checkReading(report)
    }
  }

  /// How many sockets listen at an address, as the kernel writes it.
  private static func listenerCount(at address: String) -> Int {
    let table = (try? FileSystem.contents(of: "/proc/net/tcp")) ?? []
    let listening = "0A"
    return String(decoding: table, as: UTF8.self).split(separator: "\n").count { line in
      let fields = line.split(separator: " ")
      return fields.count > 3 && fields[1].hasPrefix(address) && fields[3] == listening
    }
  }
}
