import FresnelModel
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightClient

@Suite("The end of a process", .timeLimit(.minutes(30)))
struct EndingTests {
  /// A change that a daemon has and did not answer.
  private typealias Held = (envelope: Envelope<ClientMessage>, conversation: Conversation)

  /// A daemon that answers everything but changes, which it keeps.
  private static func keeper(_ held: Log<Held>) throws -> ScriptedDaemon {
    try ScriptedDaemon { envelope, conversation in
      if case .apply = envelope.message {
        held.append((envelope, conversation))
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
  }

  /// What is said at the end of a process with one change, which is answered when the end has begun.
  private static func sentences(answering answer: DaemonMessage) async throws -> [String] {
    let held = Log<Held>()
    let daemon = try keeper(held)
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    index.apply(.success(.addItems([item("1")]))) { _ in }
    let change = await held.values(count: 1)[0]
    let sentences = Log<[String]>()
    #expect(
      DetachedThread.start { sentences.append(connection.finish(atMost: .seconds(3600))) })
    while !index.line.withLock({ $0.isEnding }) { await Task.yield() }
    #expect(sentences.values.isEmpty)
    change.conversation.reply(answer, change.envelope)
    return await sentences.values(count: 1)[0]
  }

  @Test("it waits for answers that come after it began to end")
  func waits() async throws {
    #expect(try await Self.sentences(answering: .done) == [])
  }

  @Test("what fails while it waits is told with the reason")
  func failed() async throws {
    let error = ServiceError(.refused, "There is no room.")
    #expect(
      try await Self.sentences(answering: .failed(error))
        == ["The program ended, and the index \"a\" did not take an item: There is no room."])
  }

  @Test("what has no answer in time is counted, with its index")
  func unanswered() async throws {
    let daemon = try Self.keeper(Log())
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    index.apply(.success(.addItems([item("1"), item("2")]))) { _ in }
    index.apply(.success(.deleteItems(["3"]))) { _ in }
    index.beginBatch()
    index.apply(.success(.addItems([item("4")]))) { _ in }
    let sentences = connection.finish(atMost: .milliseconds(10))
    #expect(sentences.count == 2)
    #expect(
      sentences.first?.hasPrefix(
        "The program ended before the index \"a\" had confirmed 2 items and a deletion,") == true)
    #expect(
      sentences.last?.hasPrefix("The program ended inside a batch of the index \"a\", so an item")
        == true)
  }

  @Test("nothing is said, and nobody connected to, when nothing was handed over")
  func nothing() async throws {
    let daemon = try ScriptedDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    _ = connection.index(named: "a")
    #expect(connection.finish(atMost: .seconds(3600)) == [])
    #expect(daemon.connectCount == 0)
  }
}
