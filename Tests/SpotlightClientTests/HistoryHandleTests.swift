import FresnelModel
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("HistoryHandle", .timeLimit(.minutes(30)))
struct HistoryHandleTests {
  /// A daemon that keeps history, and what it was told.
  private struct Keeper {
    let heard = Log<String>()
    let daemon: ScriptedDaemon

    init(
      place: IndexPlace = .here, protection: ProtectionClass = .firstUnlock,
      answering answer: @escaping @Sendable (Envelope<ClientMessage>, Conversation) -> Bool = {
        _, _ in false
      }
    ) throws {
      let heard = heard
      daemon = try ScriptedDaemon { envelope, conversation in
        if case .currentChanged(let summary) = envelope.message {
          heard.append("current \(summary.map { "\($0.number) \($0.title)" } ?? "none")")
        } else {
          heard.append(envelope.message.summary)
        }
        if answer(envelope, conversation) { return }
        switch envelope.message {
        case .openHistory:
          let opened = HistoryOpened(
            handle: 5, protection: protection, place: place, declaredTypes: ["com.example.view"])
          conversation.reply(.historyOpened(opened), envelope)
        case .donate(let request):
          #expect(request.handle == 5)
          conversation.reply(.donated(.new), envelope)
        case .currentChanged: break
        default: ScriptedDaemon.obliging(envelope, conversation)
        }
      }
    }
  }

  private func donate(
    _ donation: DonatedActivity, to history: HistoryHandle
  ) async -> Result<DonationOutcome, ServiceError> {
    await withCheckedContinuation { continuation in
      history.donate(donation) { continuation.resume(returning: $0) }
    }
  }

  private func delete(_ choice: ActivityChoice, from history: HistoryHandle) async -> ServiceError?
  {
    await withCheckedContinuation { continuation in
      history.delete(choice) { continuation.resume(returning: $0) }
    }
  }

  @Test("an activity reaches the daemon, and the types that the app declares come back")
  func donating() async throws {
    let keeper = try Keeper()
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let history = connection.history
    #expect(history === connection.history)
    #expect(await donate(donated(1, "a"), to: history) == .success(.new))
    #expect(await delete(.all, from: history) == nil)
    #expect(keeper.heard.values == ["openHistory", "visit a", "delete"])
    #expect(history.declaredTypes == ["com.example.view"])
  }

  @Test("where no history is kept, nothing fails and nothing is asked again")
  func olderDaemon() async throws {
    let asked = Log<String>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      asked.append("\(envelope.message.kind)")
      ScriptedDaemon.obliging(envelope, conversation)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    for number in 1...3 as ClosedRange<UInt64> {
      guard case .failure(let error) = await donate(donated(number, "a"), to: connection.history)
      else {
        Issue.record("It was taken.")
        return
      }
      #expect(error.code == .unsupported)
    }
    #expect(await delete(.all, from: connection.history) == nil)
    #expect(asked.values == ["openHistory"])
  }

  @Test("an activity of an item follows the change that makes the item")
  func afterTheItem() async throws {
    let held = Log<Envelope<ClientMessage>>()
    let keeper = try Keeper { envelope, _ in
      guard case .apply = envelope.message else { return false }
      held.append(envelope)
      return true
    }
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    // However busy the machine is, it is the answer that is waited for.
    connection.history.itemPatience = .seconds(3600)
    let isStored = Log<Bool>()
    connection.index(named: "a").apply(.success(.addItems([item("x")]))) { _ in
      isStored.append(true)
    }
    let change = await held.values(count: 1)[0]
    let outcome = Log<String>()
    connection.history.donate(donated(1, "item", related: "x")) { _ in outcome.append("item") }
    #expect(await donate(donated(2, "page"), to: connection.history) == .success(.new))
    #expect(outcome.values.isEmpty)
    keeper.daemon.conversation?.reply(.done, change)
    _ = await outcome.values(count: 1)
    #expect(keeper.heard.values.suffix(2) == ["visit page", "visit item"])
  }

  @Test("what was lost is sent again, but for what the app deleted meanwhile")
  func repeating() async throws {
    let isFirst = Mutex(true)
    let keeper = try Keeper { envelope, conversation in
      guard case .donate = envelope.message else { return false }
      let isLost = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isLost { conversation.hangUp() }
      return isLost
    }
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    // However busy the machine is, it is the connection that is waited for.
    connection.history.line.withLock { $0.repeatingTime = .max }
    #expect(await donate(donated(1, "a"), to: connection.history) == .success(.new))
    #expect(
      keeper.heard.values == ["openHistory", "visit a", "openHistory", "visit a"])
    let (daemon, outcomes) = (keeper.daemon, Log<String>())
    let held = Log<Envelope<ClientMessage>>()
    daemon.setScript { envelope, conversation in
      switch envelope.message {
      case .openHistory:
        conversation.reply(
          .historyOpened(HistoryOpened(handle: 5, protection: .firstUnlock)), envelope)
      case .donate: held.append(envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    connection.history.donate(donated(2, "gone", related: "x")) { result in
      if case .failure = result { outcomes.append("gone") }
    }
    _ = await held.values(count: 1)
    #expect(await connection.index(named: "").apply(.deleteItems(["x"])) == nil)
    daemon.hangUp()
    _ = await outcomes.values(count: 1)
    #expect(held.values.count == 1)
  }

  @Test("what is handed over at the moment of a deletion does not come back by it")
  func deletingMeanwhile() async throws {
    let keeper = try Keeper()
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let (history, target, dropped) = (connection.history, TakingTarget(), Log<String>())
    history.use(target)
    target.whileDeleting.withLock {
      $0 = {
        history.donate(donated(1, "late", related: "x")) { result in
          if case .failure(let error) = result { dropped.append("\(error.code)") }
        }
      }
    }
    #expect(await delete(.all, from: history) == nil)
    #expect(await dropped.values(count: 1) == ["cancelled"])
    #expect(await connection.index(named: "").apply(.deleteItems(["x"])) == nil)
    #expect(await dropped.values(count: 2) == ["cancelled", "cancelled"])
    #expect(!keeper.heard.values.contains("visit late"))
  }

  @Test("what is current is told once the history is open, and again to each daemon")
  func current() async throws {
    let keeper = try Keeper()
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let history = connection.history
    history.tell(current: ActivitySummary(number: 3, type: "com.example.view", title: "Soup"))
    let expected = ["openHistory", "receive", "current 3 Soup"]
    #expect(Set(await keeper.heard.values(count: 3)) == Set(expected))
    keeper.daemon.hangUp()
    #expect(Set(await keeper.heard.values(count: 6).suffix(3)) == Set(expected))
    history.tell(current: nil)
    #expect(await keeper.heard.values(count: 7).last == "current none")
  }

  @Test("while the history is locked, it is not told what the activity is about")
  func locked() async throws {
    let keeper = try Keeper(place: .locked, protection: .complete)
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    connection.history.tell(
      current: ActivitySummary(
        number: 3, type: "com.example.view", title: "Secret", webpage: "https://example.com"))
    let heard = await keeper.heard.values(count: 3)
    #expect(heard.contains("current 3 ") && !heard.contains { $0.contains("Secret") })
    let answer = await donate(donated(1, "a"), to: connection.history)
    guard case .failure(let error) = answer else {
      Issue.record("It was taken.")
      return
    }
    #expect(error.code == .classLocked)
  }

  @Test(
    "the activities of a domain are deleted, too, where others keep them; completions keep order")
  func domains() async throws {
    let keeper = try Keeper(protection: .complete)
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let order = Log<String>()
    index.apply(.success(.deleteDomains(["d"]))) { _ in order.append("domain") }
    index.apply(.success(.deleteItems(["x"]))) { _ in order.append("item") }
    #expect(await order.values(count: 2) == ["domain", "item"])
    #expect(keeper.heard.values.contains("delete"))
  }

  @Test("an index in the same hands deletes its activities itself")
  func domainsOfTheSameClass() async throws {
    let keeper = try Keeper()
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    #expect(await index.apply(.deleteItems(["x"])) == nil)
    #expect(await index.apply(.deleteDomains(["d"])) == nil)
    #expect(!keeper.heard.values.contains("delete"))
  }

  @Test("requests of the daemon reach the app's activities and its receiver, or are refused")
  func requests() async throws {
    let answers = Log<ClientMessage>()
    let keeper = try Keeper { envelope, _ in
      switch envelope.message {
      case .continued, .activitySaved, .failed:
        answers.append(envelope.message)
        return true
      default: return false
      }
    }
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let history = connection.history
    #expect(await donate(donated(1, "a"), to: history) == .success(.new))
    let conversation = try #require(keeper.daemon.conversation)
    let activity = WireActivity(type: "com.example.view")
    conversation.say(
      .continueActivity(ContinueActivity(delivery: 4, activity: activity)), as: 1)
    guard case .failed(let error)? = await answers.values(count: 1).last else {
      Issue.record("Somebody took it.")
      return
    }
    #expect(error.code == .unsupported)
    let target = TakingTarget()
    history.use(target)
    history.receive(target)
    _ = await keeper.heard.values(count: 4)
    conversation.say(.willContinue(WillContinue(delivery: 4, type: "com.example.view")))
    conversation.say(
      .continueActivity(ContinueActivity(delivery: 4, activity: activity)), as: 2)
    #expect(await answers.values(count: 2).last == .continued(true))
    conversation.say(.openURLs(OpenURLs(delivery: 5, urls: ["recipe:1"])), as: 3)
    #expect(await answers.values(count: 3).last == .continued(false))
    conversation.say(.saveActivity(SaveActivity(number: 9, deadlineMilliseconds: 600_000)), as: 4)
    #expect(await answers.values(count: 4).last == .activitySaved(activity))
    conversation.say(.wasContinued(9))
    #expect(
      await target.log.values(count: 5)
        == ["announced 4", "continue 4", "open recipe:1", "save 9", "continued 9"])
    conversation.say(
      .activityUpdated(ActivityUpdate(delivery: 4, activity: activity)))
    conversation.say(
      .failedToContinue(FailedToContinue(delivery: 4, type: "t", code: 4609, message: "Gone.")))
    #expect(await target.log.values(count: 7).suffix(2) == ["updated 4", "failed 4609"])
  }

  @Test("a process that ends waits until what it handed over is kept, and not without end")
  func ending() async throws {
    let keeper = try Keeper()
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let history = connection.history
    history.waitForAnswers(atMost: .seconds(600))
    history.donate(donated(1, "a")) { _ in }
    history.waitForAnswers(atMost: .seconds(600))
    #expect(keeper.heard.values.last == "visit a")
    keeper.daemon.stop()
    history.donate(donated(2, "b")) { _ in }
    history.waitForAnswers(atMost: .milliseconds(10))
    #expect(keeper.heard.values.last == "visit a")
  }

  @Test("sockets of streams pass both ways; what nobody takes is refused")
  func streams() async throws {
    let answers = Log<ClientMessage>()
    let keeper = try Keeper { envelope, conversation in
      switch envelope.message {
      case .openContinuationStream(9):
        guard let (here, _) = try? UnixSocket.pair() else { return false }
        conversation.reply(.continuationStreamOpened, envelope, descriptors: [here.descriptor])
      case .openContinuationStream:
        let error = ServiceError(handoffCode: 4610, "The app there does not answer.")
        conversation.reply(.failed(error), envelope)
      case .acknowledged, .failed: answers.append(envelope.message)
      default: return false
      }
      return true
    }
    let connection = keeper.daemon.connection()
    defer { connection.close() }
    let history = connection.history
    #expect(await code(of: open(9, from: history)) == 4609)
    _ = await delete(.all, from: history)
    #expect(try await open(9, from: history).get().count == 1)
    #expect(await code(of: open(8, from: history)) == 4610)

    let conversation = try #require(keeper.daemon.conversation)
    let (here, _) = try UnixSocket.pair()
    conversation.say(.offerStream(3), as: 1, descriptors: [here.descriptor])
    guard case .failed? = await answers.values(count: 1).first else {
      Issue.record("Somebody took it.")
      return
    }
    let target = TakingTarget()
    history.use(target)
    conversation.say(.offerStream(3), as: 2, descriptors: [here.descriptor])
    #expect(await answers.values(count: 2).last == .acknowledged)
    #expect(target.log.values == ["1 sockets to 3"])
  }

  private func code(of result: Result<[SharedDescriptor], ServiceError>) -> UInt16? {
    if case .failure(let error) = result { error.handoffCode } else { nil }
  }

  private func open(
    _ delivery: UInt64, from history: HistoryHandle
  ) async -> Result<[SharedDescriptor], ServiceError> {
    await withCheckedContinuation { continuation in
      history.openStreams(ofDelivery: delivery) { continuation.resume(returning: $0) }
    }
  }
}

/// Takes activities, and no URLs.
private final class TakingTarget: ActivityTarget, DeliveryTarget {
  let log = Log<String>()
  /// What happens in the app while it deletes something.
  let whileDeleting = Mutex<(@Sendable () -> Void)?>(nil)

  func noteDeletion(_ deletion: HistoryDeletion) { whileDeleting.withLock { $0 }?() }
  func save(
    _ number: UInt64, within time: Duration,
    completion: @escaping @Sendable (WireActivity?) -> Void
  ) {
    log.append("save \(number)")
    completion(WireActivity(type: "com.example.view"))
  }
  func noteContinued(_ number: UInt64) { log.append("continued \(number)") }
  func announce(_ announcement: WillContinue) { log.append("announced \(announcement.delivery)") }
  func continueActivity(
    _ request: ContinueActivity, completion: @escaping @Sendable (Bool) -> Void
  ) {
    log.append("continue \(request.delivery)")
    completion(true)
  }
  func openURLs(_ request: OpenURLs, completion: @escaping @Sendable (Bool) -> Void) {
    log.append("open \(request.urls.joined())")
    completion(false)
  }
  func takeStreams(
    to number: UInt64, over descriptors: [SharedDescriptor],
    completion: @escaping @Sendable (Bool) -> Void
  ) {
    log.append("\(descriptors.count) sockets to \(number)")
    completion(true)
  }
  func noteFailure(_ failure: FailedToContinue) { log.append("failed \(failure.code)") }
  func update(_ update: ActivityUpdate) { log.append("updated \(update.delivery)") }
}
