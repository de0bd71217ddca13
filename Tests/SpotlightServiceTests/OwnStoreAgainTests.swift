import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// An app fills a store of its own, and later another one.
@Suite("An app that has another store of its own later", .timeLimit(.minutes(30)))
struct OwnStoreAgainTests: OwnStoreSuite {
  @Test("a store that comes after one that was taken over and emptied is missing")
  func nextStore() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      try await empty(directory, by: first)
      await waitUntilForgotten(in: core)
      // A process without the daemon fills it again, and writes to it while another one connects.
      try await fillEmbedded(directory)
      let second = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: second) != nil)
      try await expectMissing(second, ["embedded"])
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(second, ["embedded"])
    }
  }

  @Test("so it is where the daemon ended before it heard that the first one was emptied")
  func nextStoreAfterKill() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await handOver(directory, from: TestClient(former, mail)) == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      let second = storage.afterKill()
      former.close()
      let core = ServiceCore(.daemon(second), host: TestHost())
      let client = TestClient(core, mail)
      try await expectWhole(client, ["embedded"])
      client.session.end()
      core.close()
      let last = ServiceCore(.daemon(second.afterKill()), host: TestHost())
      defer { last.close() }
      try await fillEmbedded(directory)
      let next = TestClient(last, mail)
      #expect(try await handOverLock(of: directory, from: next) != nil)
      try await expectMissing(next, ["embedded"])
    }
  }

  @Test("what an app deletes while another store of it is missing stays noted")
  func notesOfNextStore() async throws {
    try await withTemporaryDirectory { place in
      let directory = place + "/store"
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      // It is gone for a process that connects meanwhile, and another one is there for the next.
      _ = try await TestClient(core, mail).open("other")
      try FileSystem.rename(directory, to: directory + "-first")
      try await fillEmbedded(directory)
      let second = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: second) != nil)
      try await expectMissing(second, ["embedded"])
      // What was noted for the sake of the first store is over with its client, but not what is of the next one.
      first.session.end()
      let handle = try await second.open("a")
      #expect(await second.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(second, [])
    }
  }

  @Test(
    "what an app deletes stays noted as long as the store that was copied last is not emptied",
    arguments: [true, false])
  func notesOfCopiedStore(connectsWithout: Bool) async throws {
    try await withTemporaryDirectory { place in
      let directory = place + "/store"
      try await fillEmbedded(directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let first = TestClient(core, mail)
      #expect(try await handOver(directory, from: first) == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      try FileSystem.rename(directory, to: directory + "-first")
      try await fillEmbedded(directory)
      // This one cannot empty the next store.
      let second = TestClient(core, mail)
      #expect(try await handOver(directory, from: second) == nil)
      if connectsWithout { _ = try await TestClient(core, mail).open("other") }
      first.session.end()
      let handle = try await second.open("a")
      #expect(await second.apply([.deleteIdentifiers(["embedded"])], handle) == nil)
      #expect(try await handOver(directory, from: TestClient(core, mail)) == nil)
      try await expectWhole(second, [])
    }
  }

  @Test(
    "a store that the daemon has is not missing since it was offered before that could be read",
    arguments: [StoreOffer.directory, .kept])
  func beforeTheKey(offer: StoreOffer) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: TestHost())
      #expect(try await handOver(directory, from: TestClient(former, mail)) == nil)
      former.close()
      let second = storage.afterKill()
      var options = CoreOptions.daemon(second)
      guard case .given(let key) = options.directories[0].key else { throw TestFailure("no key") }
      options.directories[0].key = .awaited
      let core = ServiceCore(options, host: TestHost())
      core.provideKey(.failure(ServiceError(.unavailable, "Log in.")), for: .firstUnlock)
      let client = TestClient(core, mail)
      let refusal = try await handOver(directory, as: offer, from: client)
      #expect(refusal != nil && !isHandedOver(refusal))
      core.provideKey(.success(key), for: .firstUnlock)
      try await expectWhole(client, ["embedded"])
      let next = TestClient(core, mail)
      #expect(isHandedOver(try await handOver(directory, as: .kept, from: next)))
      core.close()
      let last = ServiceCore(.daemon(second.afterKill()), host: TestHost())
      defer { last.close() }
      try await expectWhole(TestClient(last, mail, role: .extension), ["embedded"])
    }
  }

  @Test("a store that the daemon does not have is missing once that could be read")
  func missingAfterTheKey() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      var options = CoreOptions.daemon(FaultyStorage())
      guard case .given(let key) = options.directories[0].key else { throw TestFailure("no key") }
      options.directories[0].key = .awaited
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      core.provideKey(.failure(ServiceError(.unavailable, "Log in.")), for: .firstUnlock)
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      core.provideKey(.success(key), for: .firstUnlock)
      try await expectMissing(client)
    }
  }
}
