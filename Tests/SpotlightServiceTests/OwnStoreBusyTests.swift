import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What becomes of a store that comes while others are taken over.
@Suite("An app's own store that the daemon has no turn for", .timeLimit(.minutes(10)))
struct OwnStoreBusyTests: OwnStoreSuite {
  /// Has so many other apps hand their stores over as may at a time.
  private func fillTurns(of core: ServiceCore) {
    for number in 0..<16 {
      _ = core.takeOvers.begin(AppIdentity(identifier: "com.example.other\(number)"))
    }
  }

  private func endTurns(of core: ServiceCore) {
    for number in 0..<16 {
      core.takeOvers.end(AppIdentity(identifier: "com.example.other\(number)"))
    }
  }

  /// Whether the client is told that nothing of the store is missing, so that it says nothing to the developer.
  private func isHandedOver(_ error: ServiceError?) -> Bool {
    error?.details.contains { $0.key == "handedOver" } == true
  }

  @Test("a store that was taken over whole stays so, however many others come")
  func copied() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      fillTurns(of: core)
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
      fillTurns(of: core)
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

  @Test("another process that connects during a take-over is told nothing when that succeeds")
  func sameApp() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory, lockable: true)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      let channel = ChannelOffer.open(
        try SharedDescriptor(sharing: try FileDescriptor(opening: "/dev/null", for: .reading)),
        publicKey: nil)
      let (waiters, continuation) = AsyncStream.makeStream(
        of: (@Sendable ([UInt8]?) -> Void).self)
      host.set {
        $0.channel = .success(channel)
        $0.awaitKey = { continuation.yield($0) }
      }
      var options = CoreOptions.daemon(FaultyStorage())
      options.later = { _, _ in }
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      async let failure = handOver(directory, from: TestClient(core, mail))
      var iterator = waiters.makeAsyncIterator()
      let done = try #require(await iterator.next())
      let other = TestClient(core, mail)
      #expect(isHandedOver(try await handOverLock(of: directory, from: other)))
      #expect(try await OwnStoreAnswers(other) == OwnStoreAnswers([], isPartial: true))
      // The doctor asks nobody to remove a store that is being copied.
      #expect(storeNotTakenOver(core).isEmpty)
      done(keys.publicKey)
      #expect(try await failure == nil)
      try await expectWhole(other, ["embedded"])
    }
  }

  @Test("another store of the app that comes during a take-over is missing, and stays so after it")
  func otherStore() async throws {
    try await withTemporaryDirectory { place in
      let (directory, other) = (place + "/first", place + "/second")
      try await fillEmbedded(directory, lockable: true)
      try await fillEmbedded(other)
      let host = TestHost()
      let keys = try SealingKeyPair.random()
      let channel = ChannelOffer.open(
        try SharedDescriptor(sharing: try FileDescriptor(opening: "/dev/null", for: .reading)),
        publicKey: nil)
      let (waiters, continuation) = AsyncStream.makeStream(
        of: (@Sendable ([UInt8]?) -> Void).self)
      host.set {
        $0.channel = .success(channel)
        $0.awaitKey = { continuation.yield($0) }
      }
      var options = CoreOptions.daemon(FaultyStorage())
      options.later = { _, _ in }
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      let first = TestClient(core, mail)
      async let failure = handOver(directory, from: first)
      var iterator = waiters.makeAsyncIterator()
      let done = try #require(await iterator.next())
      let second = TestClient(core, mail)
      let refusal = try await handOver(other, from: second)
      #expect(refusal?.isRetryable == true && !isHandedOver(refusal))
      done(keys.publicKey)
      #expect(try await failure == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      _ = try await first.open("other")
      try await expectMissing(second, ["embedded"])
    }
  }
}
