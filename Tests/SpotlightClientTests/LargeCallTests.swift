import FresnelModel
import SpotlightWire
import Testing

@testable import SpotlightClient

/// Calls that are too large to go to the service at once.
@Suite("Large calls", .timeLimit(.minutes(30)))
struct LargeCallTests {
  private let twoParts = BatchLimits(byteCount: .max, partCount: 3)

  /// A daemon that keeps changes until it is told to answer them.
  private func holdingDaemon() throws -> (ScriptedDaemon, Log<Envelope<ClientMessage>>) {
    let held = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .apply, .clientState: held.append(envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    return (daemon, held)
  }

  private func batch(_ envelope: Envelope<ClientMessage>) throws -> ApplyBatch {
    guard case .apply(let batch) = envelope.message else {
      throw ServiceError.unexpected(.done)
    }
    return batch
  }

  @Test("one part goes after the other is done, what was asked later after all, and one completion")
  func order() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection(batchLimits: twoParts)
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<String>()
    index.apply(.success(.deleteItems(["0"]))) { _ in log.append("before") }
    index.apply(.success(.deleteItems(["1", "2", "3", "4"]))) { error in
      log.append(error == nil ? "large" : "failed")
    }
    index.apply(.success(.deleteItems(["5"]))) { _ in log.append("after") }
    let first = await held.values(count: 2)
    #expect(try batch(first[1]).operations == [.deleteIdentifiers(["1", "2"])])
    // What is answered now was sent after all that is on its way.
    _ = try await connection.query(QueryRequest(query: "title == \"*\"")).identifiers()
    #expect(held.values.count == 2)
    let conversation = try #require(daemon.conversation)
    conversation.reply(.done, first[1])
    let all = await held.values(count: 4)
    #expect(try batch(all[2]).operations == [.deleteIdentifiers(["3", "4"])])
    #expect(try batch(all[3]).operations == [.deleteIdentifiers(["5"])])
    #expect(log.values.isEmpty)
    for envelope in [all[3], all[2], all[0]] { conversation.reply(.done, envelope) }
    #expect(await log.values(count: 3) == ["before", "large", "after"])
  }

  @Test("a part that fails ends the call: the client state, which comes last, stays the old one")
  func failure() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection(batchLimits: twoParts)
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.beginBatch()
    index.apply(.success(.deleteItems(["1", "2", "3"]))) { log.append($0?.code) }
    index.endBatch(clientState: [2], condition: .exactly([1])) { log.append($0?.code) }
    index.apply(.success(.deleteAll)) { log.append($0?.code) }
    let conversation = try #require(daemon.conversation)
    let first = await held.values(count: 1)[0]
    #expect(try batch(first).expected == .equal([1]) && batch(first).clientState == nil)
    conversation.reply(.failed(ServiceError(.quotaExceeded, "Too much.")), first)
    let next = await held.values(count: 2)[1]
    #expect(try batch(next).operations == [.deleteAll])
    conversation.reply(.done, next)
    #expect(await log.values(count: 3) == [.quotaExceeded, .quotaExceeded, nil])
  }

  @Test("after a lost connection a call goes on with the part that was not answered")
  func reconnecting() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection(batchLimits: twoParts)
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.beginBatch()
    index.apply(.success(.deleteItems(["1", "2", "3"]))) { _ in }
    index.endBatch(clientState: [2], condition: .exactly([1])) { log.append($0?.code) }
    daemon.conversation?.reply(.done, await held.values(count: 1)[0])
    let last = try batch(await held.values(count: 2)[1])
    #expect(last.operations == [.deleteIdentifiers(["3"])])
    #expect(last.expected == .equal([1]) && last.clientState == [2])
    daemon.hangUp()
    let again = await held.values(count: 3)[2]
    #expect(try batch(again).operations == last.operations)
    // It was done the first time, as the stored state tells.
    let conversation = try #require(daemon.conversation)
    conversation.reply(.failed(ServiceError(.mismatchedClientState, "Another.")), again)
    let question = await held.values(count: 4)[3]
    #expect(question.message.kind == .clientState)
    conversation.reply(.clientStateStored([2]), question)
    #expect(await log.values(count: 1) == [nil])
  }

  @Test("a part that is repeated and finds another client state was not done, whatever that is")
  func repeatedPart() async throws {
    let (daemon, held) = try holdingDaemon()
    let connection = daemon.connection(batchLimits: twoParts)
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.beginBatch()
    index.apply(.success(.deleteItems(["1", "2", "3"]))) { _ in }
    index.endBatch(clientState: [2], condition: .exactly([1])) { log.append($0?.code) }
    _ = await held.values(count: 1)
    daemon.hangUp()
    let again = await held.values(count: 2)[1]
    let conversation = try #require(daemon.conversation)
    conversation.reply(.failed(ServiceError(.mismatchedClientState, "Another.")), again)
    conversation.reply(.clientStateStored([2]), await held.values(count: 3)[2])
    #expect(await log.values(count: 1) == [.mismatchedClientState])
  }

  @Test("what is built aside goes in parts too, and is committed after the last")
  func aside() async throws {
    let held = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .beginReplace: conversation.reply(.replacementBegun(9), envelope)
      case .apply, .commitReplace: held.append(envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection(batchLimits: twoParts)
    defer { connection.close() }
    let replacement = try await withCheckedContinuation { continuation in
      connection.index(named: "a").beginReplacement(ofDomain: nil) {
        continuation.resume(returning: $0)
      }
    }.get()
    let log = Log<String>()
    replacement.apply(.success(.addItems(["1", "2", "3"].map { item($0) }))) { _ in
      log.append("items")
    }
    replacement.commit(clientState: [1]) { _ in log.append("committed") }
    let conversation = try #require(daemon.conversation)
    for count in 1...3 {
      let message = await held.values(count: count)[count - 1]
      #expect((message.message.kind == .commitReplace) == (count == 3))
      if count < 3 { #expect(try batch(message).handle == 9) }
      conversation.reply(.done, message)
    }
    #expect(await log.values(count: 2) == ["items", "committed"])
  }

  /// A service in this process, to which everything goes encoded.
  private func encodingConnection(
    of app: AppIdentity, to service: TestService, _ limits: BatchLimits
  ) -> ServiceConnection {
    let directory = service.directory
    var connecting = ServiceConnection.Connecting(isRemote: false) {
      CodecTransport(EmbeddedTransport(directory: directory, app: app, isCopying: true))
    }
    connecting.batchLimits = limits
    return ServiceConnection(connecting)
  }

  @Test("what goes in parts is the same in the end as what goes at once")
  func applied() async throws {
    try await withService { (service) async throws in
      let small = BatchLimits(byteCount: 400, partCount: 5)
      let index = encodingConnection(of: mail, to: service, small).index(named: "a")
      #expect(
        await index.apply(.addItems((0..<40).map { item("\($0)", domain: "d\($0 % 2)") })) == nil)
      #expect(await index.apply(.deleteItems((0..<9).map { "\($0 * 2)" })) == nil)
      index.beginBatch()
      for number in 100..<120 { index.apply(.success(.addItems([item("\(number)")]))) { _ in } }
      index.apply(.success(.deleteDomains(["d1"]))) { _ in }
      #expect(await index.endBatch([1], .exactly(nil)) == nil)
      let expected = (9..<20).map { $0 * 2 } + Array(100..<120)
      #expect(try await service.identifiers(of: mail) == expected.map { "\($0)" }.sorted())
      #expect(try await index.clientState() == [1])
      // Where the state is another nothing happens at all.
      index.beginBatch()
      for number in 200..<220 { index.apply(.success(.addItems([item("\(number)")]))) { _ in } }
      #expect(await index.endBatch([2], .exactly([9]))?.code == .mismatchedClientState)
      #expect(try await service.identifiers(of: mail).count == expected.count)
    }
  }

  @Test("items of more than 64 MiB are stored by one call")
  func manyBytes() async throws {
    try await withService { (service) async throws in
      let index = encodingConnection(of: mail, to: service, .message).index(named: "a")
      let items = (0..<5).map { number -> Item in
        var large = item("\(number)")
        large.attributes[.thumbnailData] = .data(
          [UInt8](repeating: UInt8(number), count: 15 << 20))
        return large
      }
      index.beginBatch()
      index.apply(.success(.addItems(items))) { _ in }
      #expect(await index.endBatch([1]) == nil)
      #expect(try await service.identifiers(of: mail) == ["0", "1", "2", "3", "4"])
      #expect(try await index.clientState() == [1])
    }
  }

  @Test("more identifiers than a message may have parts are deleted by one call")
  func manyParts() async throws {
    let counts = Log<Int>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .apply(let batch) = envelope.message,
        case .deleteIdentifiers(let identifiers)? = batch.operations.first
      {
        counts.append(identifiers.count)
      }
      ScriptedDaemon.obliging(envelope, conversation)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let identifiers = [String](repeating: "x", count: WireLimits.partCount + 10)
    #expect(await connection.index(named: "a").apply(.deleteItems(identifiers)) == nil)
    #expect(counts.values == [WireLimits.partCount - 1, 11])
  }
}
