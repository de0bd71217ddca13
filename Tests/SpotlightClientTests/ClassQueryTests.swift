import FresnelModel
import FresnelPlatform
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Queries of protection classes", .timeLimit(.minutes(30)))
struct ClassQueryTests {
  /// A daemon with a worker for the class *complete*; the worker finds one item, and the daemon has another.
  private struct Service {
    let main: ScriptedDaemon
    /// What was asked of the daemon itself.
    let asked = Log<MessageKind>()

    init(
      _ state: ClassState = .open, hangsUpAtFirst: Bool = false,
      channel: @escaping @Sendable (Int, Envelope<ClientMessage>, Conversation) -> Bool = {
        _, _, _ in true
      }
    ) throws {
      let queries = Log<MessageKind>()
      let worker = try ScriptedDaemon { envelope, conversation in
        if case .query = envelope.message {
          queries.append(.query)
          if hangsUpAtFirst, queries.values.count == 1 { return conversation.hangUp() }
        }
        guard case .query = envelope.message, let hit = try? hit("b", protection: .complete) else {
          return ScriptedDaemon.obliging(envelope, conversation)
        }
        conversation.reply(.results([hit]), envelope)
      }
      let asked = asked
      main = try ScriptedDaemon { envelope, conversation in
        asked.append(envelope.message.kind)
        switch envelope.message {
        case .channel:
          let count = asked.values.count { $0 == .channel }
          guard channel(count, envelope, conversation), let socket = try? worker.channel() else {
            return
          }
          conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
        case .query(let request) where request.classes == [.complete]:
          // As the core says of classes that it does not have.
          conversation.reply(.failed(ServiceError(.classLocked, "Not here.")), envelope)
        case .query:
          guard let hit = try? hit("a") else { return }
          conversation.reply(.results([hit]), envelope)
        default: ScriptedDaemon.obliging(envelope, conversation)
        }
      }
      main.setWelcome {
        $0.classes = [
          ClassCondition(protection: .firstUnlock, state: .open),
          ClassCondition(protection: .complete, state: state),
        ]
      }
    }

    func identifiers(
      _ classes: [ProtectionClass]?, over connection: ServiceConnection
    ) async throws -> [String] {
      try await connection.query(QueryRequest(query: "all", classes: classes)).identifiers()
        .sorted()
    }
  }

  @Test("a query for classes asks only those processes that have them")
  func classes() async throws {
    let service = try Service()
    let connection = service.main.connection()
    defer { connection.close() }
    #expect(try await service.identifiers([.complete], over: connection) == ["b"])
    #expect(service.asked.values == [.channel])
    #expect(try await service.identifiers([.firstUnlock], over: connection) == ["a"])
    #expect(try await service.identifiers([.none, .complete], over: connection) == ["a", "b"])
    #expect(try await service.identifiers(nil, over: connection) == ["a", "b"])
  }

  @Test("a query for nothing but a locked class fails, and others go on without it")
  func locked() async throws {
    let service = try Service(.locked)
    let connection = service.main.connection()
    defer { connection.close() }
    // Until the connection is there, its classes are not known.
    #expect(try await service.identifiers(nil, over: connection) == ["a"])
    await #expect {
      try await service.identifiers([.complete], over: connection)
    } throws: {
      ($0 as? ServiceError)?.code == .classLocked
    }
    #expect(service.asked.values == [.query])
  }

  @Test("a class in which nothing is stored is not asked, and is no failure")
  func empty() async throws {
    let service = try Service(.empty)
    let connection = service.main.connection()
    defer { connection.close() }
    #expect(try await service.identifiers([.complete], over: connection) == [])
    #expect(try await service.identifiers(nil, over: connection) == ["a"])
    #expect(service.asked.values == [.query])
  }

  @Test("a query for nothing but a class that cannot be reached fails")
  func unreachable() async throws {
    let service = try Service { _, envelope, conversation in
      conversation.reply(.failed(ServiceError(.unavailable, "It crashed.")), envelope)
      return false
    }
    let connection = service.main.connection()
    defer { connection.close() }
    await #expect {
      try await service.identifiers([.complete], over: connection)
    } throws: {
      ($0 as? ServiceError)?.code == .unavailable
    }
    #expect(try await service.identifiers(nil, over: connection) == ["a"])
  }

  @Test("a channel that could not be had is asked for again")
  func askingAgain() async throws {
    let service = try Service { count, _, conversation in
      if count == 1 { conversation.hangUp() }
      return count > 1
    }
    let connection = service.main.connection()
    defer { connection.close() }
    // What becomes of the query under which the connection was lost does not matter here.
    _ = try? await service.identifiers(nil, over: connection)
    #expect(try await service.identifiers(nil, over: connection) == ["a", "b"])
  }

  @Test("a class is found whose process ended as it was connected to, or before it answered")
  func endedProcess() async throws {
    let service = try Service { count, envelope, conversation in
      guard count == 1, let (_, socket) = try? UnixSocket.pair() else { return true }
      // The other end is closed already.
      conversation.reply(
        .channelOpened(.channel), envelope, descriptors: [socket.descriptor])
      return false
    }
    let connection = service.main.connection()
    defer { connection.close() }
    #expect(try await service.identifiers(nil, over: connection) == ["a", "b"])
    let other = try Service(hangsUpAtFirst: true)
    let second = other.main.connection()
    defer { second.close() }
    #expect(try await other.identifiers(nil, over: second) == ["a", "b"])
    #expect(other.asked.values.filter { $0 == .channel }.count == 2)
  }

  @Test("a query fails whose process ended, where the next one cannot be had and nothing is locked")
  func noNextProcess() async throws {
    let service = try Service(hangsUpAtFirst: true) { count, envelope, conversation in
      guard count > 1 else { return true }
      let error = ServiceError(.unavailable, "Its process ends again and again.")
      conversation.reply(.failed(error), envelope)
      return false
    }
    let connection = service.main.connection()
    defer { connection.close() }
    await #expect(throws: ServiceError.self) {
      try await service.identifiers(nil, over: connection)
    }
  }

  @Test("what was said of a class does not outlive the connection")
  func locksAreForgotten() async throws {
    let service = try Service { count, envelope, conversation in
      if count == 1 { conversation.reply(.channelOpened(.locked), envelope) }
      return count > 1
    }
    let connection = service.main.connection()
    defer { connection.close() }
    #expect(try await service.identifiers(nil, over: connection) == ["a"])
    service.main.hangUp()
    // The first request may still go to the connection that ends, and be repeated.
    _ = await connection.index(named: "x").apply(.deleteAll)
    #expect(try await service.identifiers(nil, over: connection) == ["a", "b"])
  }
}
