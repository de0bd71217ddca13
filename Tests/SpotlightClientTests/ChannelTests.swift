import FresnelModel
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Lockable classes", .timeLimit(.minutes(30)))
struct ChannelTests {
  private static let live = SearchRequest(form: .typed, text: "a", limit: 10, flags: .isLive)

  /// A daemon with a worker for the class *complete*, each of which finds an item of its own.
  private func daemonWithWorker() throws -> (ScriptedDaemon, ScriptedDaemon) {
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .search = envelope.message,
        let hit = try? hit("b", score: 2, protection: .complete)
      else { return ScriptedDaemon.obliging(envelope, conversation) }
      conversation.reply(.found(SearchResults(hits: [hit])), envelope, isLast: false)
    }
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel(.complete):
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .openIndex(let request) where request.protection == .complete:
        guard let socket = try? worker.channel() else { return }
        conversation.reply(
          .indexOpened(IndexOpened(handle: 1, protection: .complete, place: .channel)), envelope,
          descriptors: [socket])
      case .search:
        guard let hits = try? [hit("c", score: 3), hit("a", score: 2)] else { return }
        conversation.reply(.found(SearchResults(hits: hits)), envelope, isLast: false)
      case .query, .openIndex, .more, .cancel: ScriptedDaemon.obliging(envelope, conversation)
      default: Issue.record("\(envelope.message.kind) came to the main process")
      }
    }
    daemon.setWelcome {
      $0.classes = [
        ClassCondition(protection: .firstUnlock, state: .open),
        ClassCondition(protection: .complete, state: .open),
      ]
    }
    return (daemon, worker)
  }

  @Test("changes to an index of a lockable class go over its channel only")
  func changes() async throws {
    let (daemon, worker) = try daemonWithWorker()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "secret", protection: .complete)
    #expect(await index.apply(.addItems([item("1")])) == nil)
    #expect(try await index.clientState() == nil)
    #expect(worker.conversation != nil)
  }

  @Test("changes are made in a class whose process ended as it was connected to")
  func endedProcess() async throws {
    let worker = try ScriptedDaemon(ScriptedDaemon.obliging)
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel(.complete):
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .openIndex:
        // The other end is closed already.
        guard let (_, socket) = try? UnixSocket.pair() else { return }
        conversation.reply(
          .indexOpened(IndexOpened(handle: 1, protection: .complete, place: .channel)), envelope,
          descriptors: [socket.descriptor])
      default: Issue.record("\(envelope.message.kind) came to the main process")
      }
    }
    daemon.setWelcome { $0.classes = [ClassCondition(protection: .complete, state: .open)] }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "secret", protection: .complete)
    #expect(await index.apply(.addItems([item("1")])) == nil)
    #expect(worker.conversation != nil)
  }

  @Test("a live search joins what all processes find, and drops a class as soon as it is locked")
  func liveSearch() async throws {
    let (daemon, _) = try daemonWithWorker()
    let connection = daemon.connection()
    defer { connection.close() }
    let revisions = Log<[String]>()
    let search = connection.follow(
      .search(Self.live), revise: { revisions.append($0.hits.map(\.item.uniqueIdentifier)) },
      finish: { _ in })
    while revisions.values.last != ["c", "a", "b"] {
      _ = await revisions.values(count: revisions.values.count + 1)
    }
    let count = revisions.values.count
    daemon.conversation?.say(
      .classChanged(ClassCondition(protection: .complete, state: .locked)))
    #expect(await revisions.values(count: count + 1)[count] == ["c", "a"])
    daemon.conversation?.say(.classChanged(ClassCondition(protection: .complete, state: .open)))
    while revisions.values.last != ["c", "a", "b"] {
      _ = await revisions.values(count: revisions.values.count + 1)
    }
    search.cancel()
  }

  @Test("news that an open class has a key leaves its channel, and what runs over it, alone")
  func newKey() async throws {
    let (daemon, worker) = try daemonWithWorker()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "secret", protection: .complete)
    #expect(await index.apply(.addItems([item("1")])) == nil)
    let channel = try #require(worker.conversation)
    daemon.conversation?.say(
      .classChanged(
        ClassCondition(
          protection: .complete, state: .open, publicKey: [UInt8](repeating: 1, count: 32))))
    // What is answered after the news was read after them.
    let request = ClientMessage.query(QueryRequest(query: "title == \"*\""))
    let answer = await withCheckedContinuation { continuation in
      connection.request(request) { continuation.resume(returning: $0.map(\.message)) }
    }
    #expect(try answer.get() == .results([]))
    #expect(await index.apply(.addItems([item("2")])) == nil)
    #expect(worker.conversation === channel)
  }

  @Test("an item's content is asked for over the channels of the classes that the daemon names")
  func content() async throws {
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .fetchData(let request) = envelope.message else { return }
      conversation.reply(
        request.item == "letter"
          ? .dataFetched(.bytes([7])) : .failed(ServiceError(.providerFailed, "There is none.")),
        envelope)
    }
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .fetchData(let request):
        conversation.reply(
          .failed(
            ServiceError(
              elsewhere: [.completeUnlessOpen, .complete], item: request.item)), envelope)
      case .channel(.complete):
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      default: conversation.reply(.channelOpened(.locked), envelope)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    func fetch(_ item: String) async -> Result<[UInt8], ServiceError> {
      await withCheckedContinuation { continuation in
        connection.fetchData(FetchData(app: "a", item: item, contentType: "public.data")) {
          continuation.resume(returning: $0)
        }
      }
    }
    #expect(await fetch("letter") == .success([7]))
    // It may be in the class that is locked.
    guard case .failure(let error) = await fetch("other") else {
      Issue.record("There is no such item.")
      return
    }
    #expect(error.code == .classLocked)
  }

  @Test(
    "lists of several processes are joined in the order that was asked for",
    arguments: [false, true])
  func order(isDescending: Bool) throws {
    let main = SearchResults(
      matchCount: 3, hits: try [hit("m", score: 1), hit("k", score: 9), hit("none", score: 99)],
      orderKeys: [[1, 5], [1, 5, 0], nil].map { OrderKey(bytes: $0) })
    let worker = SearchResults(
      matchCount: 3, hits: try [hit("a"), hit("j", score: 9), hit("never", score: 100)],
      orderKeys: [[1, 4, 200], [1, 5, 0], nil].map { OrderKey(bytes: $0) })
    let revision = SearchRevision(
      number: 1, merging: [AskAnswer(main), AskAnswer(worker)], limit: 5,
      order: isDescending ? .descending("size") : .ascending("size"), isFinished: true)
    let order = revision.hits.map(\.item.uniqueIdentifier)
    #expect(
      order
        == (isDescending ? ["j", "k", "m", "a", "never"] : ["a", "m", "j", "k", "never"]))
    #expect(revision.matchCount == 6)
  }

  @Test("while a class is locked its changes are sealed as far as they can be")
  func sealing() async throws {
    let keys = try SealingKeyPair.random()
    let sealed = Log<SealedBatch>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .openIndex(let request):
        let opened = IndexOpened(
          handle: 3, protection: request.protection ?? .none, place: .locked,
          publicKey: keys.publicKey)
        conversation.reply(.indexOpened(opened), envelope)
      case .applySealed(let changes):
        if let batch = try? SealedBatch(opening: changes.bytes, with: keys) { sealed.append(batch) }
        conversation.reply(.done, envelope)
      case .openHistory:
        conversation.reply(.failed(ServiceError(.unsupported, "There is none.")), envelope)
      default: Issue.record("\(envelope.message.kind) came in plain text")
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let open = connection.index(named: "open", protection: .completeUnlessOpen)
    #expect(await open.apply(.addItems([item("1")])) == nil)
    #expect(await open.endBatch([1]) == nil)
    #expect(await open.endBatch([1], .exactly([2]))?.code == .classLocked)
    await #expect(throws: ServiceError.self) { try await open.clientState() }
    let complete = connection.index(named: "complete", protection: .complete)
    #expect(await complete.apply(.addItems([item("1")]))?.code == .classLocked)
    #expect(await complete.apply(.deleteDomains(["d"])) == nil)
    #expect(sealed.values.map(\.index) == ["open", "open", "complete"])
    #expect(sealed.values.map(\.clientState) == [nil, [1], nil])
    #expect(sealed.values.last?.operations == [.deleteDomains(["d"])])
  }

  @Test("a change after the unlock waits for the sealed one before, and so does a failure")
  func orderAtUnlock() async throws {
    let keys = try SealingKeyPair.random()
    let held = Log<Envelope<ClientMessage>>()
    let order = Log<String>()
    let opened = Log<Bool>()
    let worker = try ScriptedDaemon { envelope, conversation in
      if case .apply = envelope.message { order.append("direct") }
      ScriptedDaemon.obliging(envelope, conversation)
      if case .openIndex = envelope.message { opened.append(true) }
    }
    let isUnlocked = Log<Bool>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .openIndex:
        let isOpen = !isUnlocked.values.isEmpty
        let message = DaemonMessage.indexOpened(
          IndexOpened(
            handle: 3, protection: .complete, place: isOpen ? .channel : .locked,
            publicKey: keys.publicKey))
        conversation.reply(
          message, envelope, descriptors: isOpen ? (try? [worker.channel()]) ?? [] : [])
      case .applySealed: held.append(envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a", protection: .complete)
    index.apply(.success(.deleteItems(["1"]))) { _ in order.append("sealed done") }
    index.apply(.success(.addItems([item("2")]))) { _ in order.append("locked") }
    let sealed = await held.values(count: 1)[0]
    isUnlocked.append(true)
    let main = try #require(daemon.conversation)
    main.say(.classChanged(ClassCondition(protection: .complete, state: .open)))
    // What is answered after the news was read after them.
    try await connection.answer()
    index.apply(.success(.addItems([item("3")]))) { _ in order.append("direct done") }
    _ = await opened.values(count: 1)
    // The answer of the worker was read in the same turn as the first of these, or before.
    try await connection.answer()
    try await connection.answer()
    #expect(order.values.isEmpty)
    main.reply(.done, sealed)
    #expect(
      await order.values(count: 4).filter { $0 != "direct" }
        == ["sealed done", "locked", "direct done"])
  }
}

extension ServiceConnection {
  /// Waits for the answer to some request.
  fileprivate func answer() async throws {
    let message = ClientMessage.query(QueryRequest(query: "title == \"*\""))
    _ = try await withCheckedContinuation { continuation in
      request(message) { continuation.resume(returning: $0.map(\.message)) }
    }.get()
  }
}
