import FresnelModel
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Reconnecting", .timeLimit(.minutes(30)))
struct ReconnectingTests {
  @Test("what was not answered is sent again, in order, after the index was opened again")
  func repeating() async throws {
    let seen = Log<String>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .openIndex(let request):
        seen.append("open \(request.name)")
        ScriptedDaemon.obliging(envelope, conversation)
      case .apply(let batch):
        guard case .deleteIdentifiers(let identifiers)? = batch.operations.first else { return }
        seen.append(identifiers[0])
        if identifiers[0] == "lost", seen.values.filter({ $0 == "lost" }).count == 1 {
          conversation.hangUp()
        } else {
          conversation.reply(.done, envelope)
        }
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    #expect(await index.apply(.deleteItems(["first"])) == nil)
    let log = Log<String>()
    index.apply(.success(.deleteItems(["lost"]))) { _ in log.append("lost") }
    index.apply(.success(.deleteItems(["next"]))) { _ in log.append("next") }
    let order = await log.values(count: 2)
    #expect(order == ["lost", "next"])
    #expect(seen.values.filter { $0.hasPrefix("open") }.count >= 2)
    #expect(daemon.connectCount >= 2)
  }

  /// A daemon that does what it is asked once before it says so.
  private func forgetfulDaemon(
    storing stored: [UInt8]?
  ) throws -> (ScriptedDaemon, Log<String>) {
    let seen = Log<String>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .apply(let batch) where batch.expected != .any:
        seen.append("apply")
        if seen.values.filter({ $0 == "apply" }).count == 1 { return conversation.hangUp() }
        conversation.reply(
          .failed(ServiceError(.mismatchedClientState, "Another state.")), envelope)
      case .apply:
        seen.append("later")
        conversation.reply(.done, envelope)
      case .clientState:
        seen.append("state")
        conversation.reply(.clientStateStored(stored), envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    return (daemon, seen)
  }

  @Test("a repeated batch that finds its own client state was done; nothing overtakes the question")
  func doneBefore() async throws {
    let (daemon, seen) = try forgetfulDaemon(storing: [2])
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.endBatch(clientState: [2], condition: .exactly([1])) { log.append($0?.code) }
    index.apply(.success(.deleteAll)) { log.append($0?.code) }
    #expect(await log.values(count: 2) == [nil, nil])
    #expect(seen.values.suffix(3) == ["apply", "state", "later"])
  }

  @Test("a repeated batch that finds a third client state has failed")
  func notDoneBefore() async throws {
    let (daemon, _) = try forgetfulDaemon(storing: [9])
    let connection = daemon.connection()
    defer { connection.close() }
    let error = await connection.index(named: "a").endBatch([2], .exactly([1]))
    #expect(error?.code == .mismatchedClientState)
  }

  /// A daemon that keeps a client state, does so many batches without saying so and is then connected to
  /// again.
  private func silentDaemon(doing silentCount: Int) throws -> (ScriptedDaemon, Log<[UInt8]>) {
    let seen = Log<[UInt8]>()
    let states = Log<[UInt8]>()
    states.append([1])
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .apply(let batch):
        guard let new = batch.clientState, let stored = states.values.last else { return }
        seen.append(new)
        let isDone = batch.expected == .any || batch.expected == .equal(stored)
        if isDone { states.append(new) }
        if seen.values.count == silentCount { return conversation.hangUp() }
        guard seen.values.count > silentCount else { return }
        conversation.reply(
          isDone ? .done : .failed(ServiceError(.mismatchedClientState, "Another state.")),
          envelope)
      case .clientState:
        conversation.reply(.clientStateStored(states.values.last), envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    return (daemon, seen)
  }

  @Test("batches that follow on each other, all done before the connection was lost, were done")
  func chainDoneBefore() async throws {
    let (daemon, seen) = try silentDaemon(doing: 3)
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    for state in UInt8(1)...3 {
      index.endBatch(clientState: [state + 1], condition: .exactly([state])) {
        log.append($0?.code)
      }
    }
    #expect(await log.values(count: 3) == [nil, nil, nil])
    #expect(seen.values == [[2], [3], [4], [2], [3], [4]])
  }

  @Test("a batch that had failed is not taken for done because a later one was")
  func failedBefore() async throws {
    let (daemon, _) = try silentDaemon(doing: 2)
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<ServiceError.Code?>()
    index.endBatch(clientState: [2], condition: .exactly([9])) { log.append($0?.code) }
    index.endBatch(clientState: [3], condition: .any) { log.append($0?.code) }
    #expect(await log.values(count: 2) == [.mismatchedClientState, nil])
  }

  @Test("a mismatch of a batch sent once is told as it is")
  func mismatch() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .apply = envelope.message else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      conversation.reply(.failed(ServiceError(.mismatchedClientState, "Another state.")), envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let error = await connection.index(named: "a").endBatch([2], .exactly([1]))
    #expect(error?.code == .mismatchedClientState)
  }

  @Test("while nobody listens calls wait, fail when it takes too long, and later ones begin anew")
  func patience() async throws {
    let daemon = try ScriptedDaemon()
    daemon.stop()
    let connection = daemon.connection(patience: .milliseconds(100))
    defer { connection.close() }
    let index = connection.index(named: "a")
    let error = await index.apply(.deleteAll)
    #expect(error?.isRetryable == true)
    #expect(daemon.connectCount > 1)
    daemon.startAgain()
    #expect(await index.apply(.deleteAll) == nil)
  }

  @Test("delegates are registered again without being asked for")
  func delegates() async throws {
    let opened = Log<DelegateMethods>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .openIndex(let request) = envelope.message { opened.append(request.methods) }
      ScriptedDaemon.obliging(envelope, conversation)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let target = RecordingTarget()
    connection.index(named: "a").add(target, answering: [.reindexAll, .data])
    #expect(await opened.values(count: 1) == [[.reindexAll, .data]])
    daemon.hangUp()
    #expect(await opened.values(count: 2).last == [.reindexAll, .data])
  }

  @Test("a live search goes on over another connection")
  func liveSearch() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .search = envelope.message, let hit = try? hit("1", score: 2) else { return }
      conversation.reply(.found(SearchResults(hits: [hit])), envelope, isLast: false)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let revisions = Log<Int>()
    let ends = Log<ServiceError?>()
    let search = connection.follow(
      .search(SearchRequest(form: .typed, text: "a", limit: 10, flags: .isLive)),
      revise: { revisions.append($0.number) }, finish: { ends.append($0) })
    #expect(await revisions.values(count: 1) == [1])
    daemon.hangUp()
    #expect(await revisions.values(count: 2) == [1, 2])
    #expect(ends.values.isEmpty)
    search.cancel()
    #expect(await ends.values(count: 1).first??.code == .cancelled)
  }

  @Test("items that are built aside end with their connection")
  func replacement() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .beginReplace = envelope.message {
        conversation.reply(.replacementBegun(9), envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let replacement = try await withCheckedContinuation { continuation in
      index.beginReplacement(ofDomain: nil) { continuation.resume(returning: $0) }
    }.get()
    let log = Log<ServiceError.Code?>()
    replacement.apply(.success(.addItems([item("1")]))) { log.append($0?.code) }
    #expect(await log.values(count: 1) == [nil])
    daemon.hangUp()
    #expect(await index.apply(.deleteAll) == nil)
    replacement.commit(clientState: [1]) { log.append($0?.code) }
    #expect(await log.values(count: 2).last == .connectionLost)
  }
}
