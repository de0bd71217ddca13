import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What becomes of a store that comes while others are taken over.
@Suite("An app's own store that the daemon has no turn for", .timeLimit(.minutes(30)))
struct OwnStoreBusyTests: OwnStoreSuite {
  private let others = (0..<16).map { AppIdentity(identifier: "com.example.other\($0)") }

  /// Has so many other apps hand their stores over as may at a time.
  private func fillTurns(of core: ServiceCore) throws {
    for app in others {
      let term = AppTerm(of: app, in: core.removals)
      #expect(core.takeOvers.begin(app, try otherPlace(), during: term, at: 0))
    }
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
        // It is not this one that is being copied.
        #expect(storesNotTakenOver(core).map(\.severity) == [.warning])
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

  @Test("a store in a sandbox stays missing when a process outside of it connects without one")
  func sandbox() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let inside = TestClient(core, mail, trust: .confined)
      #expect(try await handOverLock(of: directory, from: inside) != nil)
      let outside = TestClient(core, mail)
      let handle = try await outside.open("a")
      try await expectMissing(outside)
      // One that looks there, and finds none, tells that there is none.
      _ = try await TestClient(core, mail, trust: .confined).open("a")
      try await expectWhole(outside, [])
      let next = TestClient(core, mail, trust: .confined)
      #expect(try await handOverLock(of: directory, from: next) != nil)
      try await expectMissing(outside)
      #expect(await outside.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      let last = TestClient(core, mail, trust: .confined)
      #expect(try await handOver(directory, from: last) == nil)
      try await expectWhole(outside, [])
    }
  }

  @Test("a store that was not looked at during a take-over leaves the one that is copied as it is")
  func unseen() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let (core, client) = try await copy(directory) { core in
        var looks = 0
        while core.takeOvers.beginLooking(for: mail) { looks += 1 }
        let other = TestClient(core, mail)
        let refusal = try await handOver(directory, from: other)
        #expect(refusal != nil && !isHandedOver(refusal))
        #expect(try await OwnStoreAnswers(other) == OwnStoreAnswers([], isPartial: true))
        for _ in 0..<looks { core.takeOvers.endLooking(for: mail) }
      }
      defer { core.close() }
      // The end of that one is its end.
      try await empty(directory, by: client)
      await waitUntilForgotten(in: core)
      try await expectWhole(client, ["embedded"])
    }
  }

  @Test(
    "a store whose take-over is not noted yet is, before another process of the app is answered",
    arguments: [StoreOffer.directory, .lock])
  func beforeTheNote(offer: StoreOffer) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let place = try #require(
        OwnStore.Place(of: SharedDescriptor(openingDirectory: directory)))
      let term = AppTerm(of: mail, in: core.removals)
      #expect(core.takeOvers.begin(mail, place, during: term, at: 0))
      let client = TestClient(core, mail)
      let refusal = try await handOver(directory, as: offer, from: client)
      #expect(refusal != nil && !isHandedOver(refusal))
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      #expect(try await OwnStoreAnswers(client) == OwnStoreAnswers([], isPartial: true))
      core.takeOvers.end(mail)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, [])
    }
  }

  @Test("a store is missing for an app that was removed while it was copied, and that is back")
  func removed() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      var key = try HeldKey()
      let publicKey = key.keys.publicKey
      let core = key.core()
      defer { core.close() }
      try beginHandingOver(directory, from: TestClient(core, mail))
      let give = try await key.asked()
      let failure = await withCheckedContinuation { continuation in
        core.removeApp(mail) { continuation.resume(returning: $0) }
      }
      #expect(failure == nil)
      for offer in [StoreOffer.directory, .lock] {
        let client = TestClient(core, mail)
        let refusal = try await handOver(directory, as: offer, from: client)
        #expect(refusal != nil && !isHandedOver(refusal))
        try await expectMissing(client)
      }
      let client = TestClient(core, mail, role: .extension)
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      key.host.set { $0.awaitKey = { $0(publicKey) } }
      give(publicKey)
      while core.takeOvers.place(of: mail) != nil { await Task.yield() }
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(client, [])
    }
  }
}
