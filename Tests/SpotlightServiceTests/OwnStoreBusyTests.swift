import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What becomes of a store that comes while others are taken over.
@Suite("An app's own store that the daemon has no turn for", .timeLimit(.minutes(10)))
struct OwnStoreBusyTests: OwnStoreSuite {
  private let others = (0..<16).map { AppIdentity(identifier: "com.example.other\($0)") }

  /// Has so many other apps hand their stores over as may at a time.
  private func fillTurns(of core: ServiceCore) throws {
    for app in others { #expect(core.takeOvers.begin(app, try otherPlace(), at: 0) == .begun) }
  }

  private func endTurns(of core: ServiceCore) {
    for app in others { core.takeOvers.end(app) }
  }

  @Test("a store that was taken over whole stays so, however many others come")
  func copied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try fillTurns(of: core)
      let client = TestClient(core, mail)
      let failure = try await handOverLock(of: directory, from: client)
      #expect(isHandedOver(failure))
      try await expectWhole(client, ["embedded"])
      endTurns(of: core)
      let next = TestClient(core, mail)
      #expect(isHandedOver(try await handOverLock(of: directory, from: next)))
      try await expectWhole(next, ["embedded"])
    }
  }

  @Test("a store that waits for a turn is missing, and what is deleted then does not come back")
  func full() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      try fillTurns(of: core)
      let client = TestClient(core, mail)
      let failure = try await handOver(directory, from: client)
      #expect(failure?.isRetryable == true && !isHandedOver(failure))
      try await expectMissing(client)
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      endTurns(of: core)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, [])
    }
  }

  @Test("a lock that comes first keeps no process of the app from handing over the directory")
  func lockFirst() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let (first, second) = (TestClient(core, mail), TestClient(core, mail))
      // Nothing is noted of either before both have come.
      let haveCome = DispatchSemaphore(value: 0)
      core.home.perform { haveCome.wait() }
      try beginHandingOver(directory + "/" + StoreLocation.lockName, from: first)
      try beginHandingOver(directory, from: second)
      haveCome.signal()
      #expect(await second.reply(to: 1000).failure == nil)
      #expect(await first.reply(to: 1000).failure != nil)
      try await expectWhole(second, ["embedded"])
    }
  }

  @Test("another process that connects during a take-over is told nothing when that succeeds")
  func sameApp() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let timers = TestTimers()
      let (core, client) = try await copy(directory, at: timers) { core in
        let other = TestClient(core, mail)
        #expect(isHandedOver(try await handOverLock(of: directory, from: other)))
        #expect(try await OwnStoreAnswers(other) == OwnStoreAnswers([], isPartial: true))
        // A copy that does not end is told of, but nobody is to remove what is being copied.
        timers.advance(seconds: 610)
        let finding = try #require(storesNotTakenOver(core).first)
        #expect(finding.app == mail.identifier && finding.severity == .note)
        #expect(finding.message.contains("That began 10 minutes ago."))
        #expect(!finding.message.contains("remove") && !finding.message.contains("end all"))
      }
      defer { core.close() }
      try await expectWhole(client, ["embedded"])
    }
  }

  @Test(
    "another store that comes during a take-over is missing, and what is deleted then does not come back",
    arguments: StoreOffer.allCases)
  func otherStore(offer: StoreOffer) async throws {
    try await withTemporaryDirectory { place in
      let (directory, other) = (place + "/first", place + "/second")
      try await fillEmbedded(directory, lockable: true)
      try await fillEmbedded(other)
      let (core, first) = try await copy(directory) { core in
        let refusal = try await handOver(other, as: offer, from: TestClient(core, mail))
        #expect(refusal != nil && !isHandedOver(refusal))
      }
      defer { core.close() }
      // The end of the first store is not that of the other.
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      let handle = try await first.open("a")
      try await expectMissing(first, ["embedded"])
      #expect(await first.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      #expect(try await handOver(other, from: TestClient(core, mail)) == nil)
      try await expectWhole(first, [])
    }
  }
}
