import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

/// An index that is opened anew while requests about it are under way.
@Suite("Opening an index again", .timeLimit(.minutes(30)))
struct ReopeningTests {
  /// A daemon that keeps what it is asked about indexes, for the test to answer.
  private func holdingDaemon() throws -> (ScriptedDaemon, Log<Envelope<ClientMessage>>) {
    let held = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .query: ScriptedDaemon.obliging(envelope, conversation)
      default: held.append(envelope)
      }
    }
    return (daemon, held)
  }

  private func opened(
    _ handle: UInt32, _ protection: ProtectionClass = .firstUnlock, _ place: IndexPlace = .here
  ) -> DaemonMessage {
    .indexOpened(IndexOpened(handle: handle, protection: protection, place: place))
  }

  /// Waits until all that is on its way to the daemon has come, and its answers have.
  private func settle(_ connection: ServiceConnection) async throws {
    _ = try await connection.query(QueryRequest(query: "title == \"*\"")).identifiers()
  }

  @Test("what is asked under a new number waits for what was asked under the one before")
  func order() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<String>()
    index.apply(.success(.deleteAll)) { _ in log.append("change") }
    let conversation = try #require(daemon.conversation)
    conversation.reply(opened(7), await held.values(count: 1)[0])
    let change = await held.values(count: 2)[1]
    index.use(protection: ProtectionClass.none, isPrivate: false)
    index.fetchClientState { _ in log.append("state") }
    conversation.reply(opened(8, .none), await held.values(count: 3)[2])
    try await settle(connection)
    #expect(held.values.count == 3)
    conversation.reply(.done, change)
    let question = await held.values(count: 4)[3]
    guard case .clientState(8) = question.message else {
      Issue.record("\(question.message)")
      return
    }
    conversation.reply(.clientStateStored(nil), question)
    #expect(await log.values(count: 2) == ["change", "state"])
  }

  @Test("an answer to an earlier opening is passed over")
  func openedTwice() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    index.apply(.success(.deleteAll)) { _ in }
    let conversation = try #require(daemon.conversation)
    let first = await held.values(count: 1)[0]
    index.use(protection: ProtectionClass.none, isPrivate: false)
    let second = await held.values(count: 2)[1]
    conversation.reply(opened(7), first)
    try await settle(connection)
    #expect(held.values.count == 2)
    conversation.reply(opened(8, .none), second)
    guard case .apply(let batch) = await held.values(count: 3)[2].message else {
      Issue.record("A change was to come.")
      return
    }
    #expect(batch.handle == 8)
  }

  @Test(
    "an index that was unlocked while the news that it is locked was on its way is opened again")
  func unlockedMeanwhile() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    connection.index(named: "a").apply(.success(.deleteAll)) { _ in }
    let conversation = try #require(daemon.conversation)
    let first = await held.values(count: 1)[0]
    conversation.say(.classChanged(ClassCondition(protection: .complete, state: .open)))
    conversation.reply(opened(7, .complete, .locked), first)
    conversation.reply(opened(8, .complete), await held.values(count: 2)[1])
    #expect(await held.values(count: 3)[2].message.kind == .apply)
  }

  @Test("a class that was unlocked while the news that it is locked was on its way is asked again")
  func channelMeanwhile() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let answers = Log<ServiceError.Code?>()
    for count in 1...2 {
      connection.withChannel(to: .complete) { channel in
        if case .failure(let error) = channel { answers.append(error.code) }
      }
      let question = await held.values(count: count)[count - 1]
      let conversation = try #require(daemon.conversation)
      if count == 1 {
        conversation.say(.classChanged(ClassCondition(protection: .complete, state: .open)))
      } else {
        conversation.say(.classChanged(ClassCondition(protection: .complete, state: .locked)))
      }
      conversation.reply(.channelOpened(.locked), question)
      _ = await answers.values(count: count)
    }
    #expect(answers.values == [.unavailable, .classLocked])
  }

  @Test(
    "items built aside belong to the connection over which they were begun, whatever came since")
  func aside() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.apply(.success(.deleteAll)) { log.append($0?.code) }
    let begun = Log<Replacement>()
    index.beginReplacement(ofDomain: nil) { result in
      if case .success(let replacement) = result { begun.append(replacement) }
    }
    let first = try #require(daemon.conversation)
    first.reply(opened(7), await held.values(count: 1)[0])
    first.reply(.replacementBegun(9), await held.values(count: 3)[2])
    try await settle(connection)
    daemon.hangUp()
    let opening = await held.values(count: 4)[3]
    let second = try #require(daemon.conversation)
    second.reply(opened(7), opening)
    second.reply(.done, await held.values(count: 5)[4])
    let replacement = await begun.values(count: 1)[0]
    replacement.apply(.success(.addItems([item("1")]))) { log.append($0?.code) }
    #expect(await log.values(count: 2) == [nil, .connectionLost])
    try await settle(connection)
    #expect(held.values.count == 5)
  }
}
