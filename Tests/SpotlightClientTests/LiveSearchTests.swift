import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("LiveSearch", .timeLimit(.minutes(30)))
struct LiveSearchTests {
  /// A daemon that finds "c" and "a", with a worker for the class *complete* that finds "b".
  private func service(
    refusingFirstChannel: Bool = false, noting channels: Log<Int> = Log<Int>()
  ) throws -> (main: ScriptedDaemon, worker: ScriptedDaemon) {
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .search = envelope.message,
        let hit = try? hit("b", score: 1, protection: .complete)
      else { return }
      conversation.reply(.found(SearchResults(hits: [hit])), envelope, isLast: false)
    }
    let main = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel:
        channels.append(1)
        if refusingFirstChannel, channels.values.count == 1 {
          let error = ServiceError(.refused, "There are too many.")
          return conversation.reply(.failed(error), envelope)
        }
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .search:
        guard let hits = try? [hit("c", score: 3), hit("a", score: 2)] else { return }
        conversation.reply(.found(SearchResults(hits: hits)), envelope, isLast: false)
      default: break
      }
    }
    main.setWelcome {
      $0.classes = [
        ClassCondition(protection: .firstUnlock, state: .open),
        ClassCondition(protection: .complete, state: .open),
      ]
    }
    return (main, worker)
  }

  /// Waits until a list comes behind those that came before.
  private func wait(
    for list: [String], in revisions: Log<[String]>, after count: Int = 0
  ) async -> Int {
    var seen = count
    while true {
      let values = await revisions.values(count: seen + 1)
      seen += 1
      if values[seen - 1] == list { return seen }
    }
  }

  @Test("a class whose process crashes is in the list again with the next process")
  func workerCrash() async throws {
    let (main, worker) = try service()
    let connection = main.connection()
    defer { connection.close() }
    let revisions = Log<[String]>()
    let search = connection.follow(
      .search(SearchRequest(form: .typed, text: "a", limit: 10, flags: .isLive)),
      revise: { revisions.append($0.hits.map(\.item.uniqueIdentifier)) }, finish: { _ in })
    var count = await wait(for: ["c", "a", "b"], in: revisions)
    for _ in 0..<2 {
      worker.hangUp()
      // The list without it may never be seen: a newer one takes its place when nobody has taken it yet.
      count = await wait(for: ["c", "a", "b"], in: revisions, after: count)
    }
    search.cancel()
  }

  @Test("a list without a class that could not be had is not whole")
  func missingClass() async throws {
    let (main, _) = try service(refusingFirstChannel: true)
    let connection = main.connection()
    defer { connection.close() }
    let revisions = Log<SearchRevision>()
    let search = connection.follow(
      .search(SearchRequest(form: .typed, text: "a", limit: 10, flags: .isLive)), awaitsAll: true,
      revise: { revisions.append($0) }, finish: { _ in })
    let first = await revisions.values(count: 1)[0]
    #expect(first.hits.map(\.item.uniqueIdentifier) == ["c", "a"])
    #expect(first.isPartial)
    main.hangUp()
    var count = 1
    var latest = first
    while latest.hits.count < 3 {
      #expect(latest.isPartial)
      count += 1
      latest = await revisions.values(count: count)[count - 1]
    }
    #expect(!latest.isPartial)
    search.cancel()
  }

  @Test("a class that could not be had is asked again over the next connection")
  func reconnecting() async throws {
    let channels = Log<Int>()
    let (main, _) = try service(refusingFirstChannel: true, noting: channels)
    let connection = main.connection()
    defer { connection.close() }
    let revisions = Log<[String]>()
    let search = connection.follow(
      .search(SearchRequest(form: .typed, text: "a", limit: 10, flags: .isLive)),
      revise: { revisions.append($0.hits.map(\.item.uniqueIdentifier)) }, finish: { _ in })
    let count = await wait(for: ["c", "a"], in: revisions)
    // The list may come before the daemon has heard of the channel, which it is to refuse once.
    _ = await channels.values(count: 1)
    main.hangUp()
    _ = await wait(for: ["c", "a", "b"], in: revisions, after: count)
    search.cancel()
  }
}
