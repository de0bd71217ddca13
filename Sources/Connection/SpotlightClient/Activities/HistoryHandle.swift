internal import Dispatch
internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// An app's history, and what the service is told of the activities of this process; one for a connection.
///
/// What is handed over is noted at once and in order, with locks of the caller held if it likes; all else
/// happens on a queue of its own, which also calls completions.
package final class HistoryHandle: Sendable {
  let connection: ServiceConnection
  let queue = DispatchQueue(label: "fresnel.history")
  let line = Mutex(HistoryLine())
  let facts = Mutex(Facts())

  /// What is known on both sides.
  struct Facts: Sendable {
    /// The types that the app declares, as the service tells.
    var declaredTypes: [String]?
    /// What this process does, and what the service was told of it.
    var presence = ActivityPresence()
    var activities: (any ActivityTarget)?
    var deliveries: (any DeliveryTarget)?
    /// How long an activity waits for changes of indexes that were made before it.
    var itemPatience = Duration.seconds(5)
  }

  init(_ connection: ServiceConnection) {
    self.connection = connection
  }

  /// The types of activities that the app declares; `nil` while that is not known, and when it declares none.
  package var declaredTypes: [String]? { facts.withLock { $0.declaredTypes } }

  /// How long an activity that belongs to an item waits for changes of indexes that were made before it.
  package var itemPatience: Duration {
    get { facts.withLock { $0.itemPatience } }
    set { facts.withLock { $0.itemPatience = newValue } }
  }

  /// Has the activities of this process asked and told.
  package func use(_ activities: any ActivityTarget) {
    facts.withLock { $0.activities = activities }
  }

  /// Waits until what was handed over is kept, or for some time: the process is about to end.
  package func waitForAnswers(atMost time: Duration) {
    let end = MonotonicClock.nanoseconds.addingClamped(time.clampedNanoseconds)
    while line.withLock({ $0.awaitsAnswers }), MonotonicClock.nanoseconds < end {
      _ = try? waitForInput(on: [], timeout: .milliseconds(1))
    }
  }

  // MARK: - Changing it

  /// Hands an activity over. One that belongs to an item goes when the changes of indexes made before were
  /// answered, so that the item is there; after ``itemPatience``, usually five seconds, it goes all the same.
  ///
  /// - Parameters:
  ///   - donation: The activity.
  ///   - completion: Told what became of it, once at most: one that waits may be replaced by a later one.
  package func donate(
    _ donation: DonatedActivity,
    completion: @escaping @Sendable (Result<DonationOutcome, ServiceError>) -> Void
  ) {
    let order = line.withLock { $0.append(donation, done: completion) }
    queue.async { [self] in
      connection.noticeFork()
      if donation.needsItem {
        connection.whenIndexesAnswered(within: itemPatience) {
          self.line.withLock { $0.release(order) }
          self.proceed()
        }
      }
      takeSteps()
    }
  }

  /// Deletes activities of the app, also those that are on their way.
  ///
  /// - Parameters:
  ///   - choice: Which.
  ///   - completion: Told when they are gone for good, or why they may not be; once.
  package func delete(
    _ choice: ActivityChoice, completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    tellOfDeletion(.activities(choice)) { $0.append(deletionOf: choice, done: completion) }
    queue.async { [self] in
      connection.noticeFork()
      takeSteps()
    }
  }

  /// Deletes the activities of domains whose items are being deleted, unless they go with the items.
  ///
  /// - Parameters:
  ///   - domains: The domains.
  ///   - protection: The class of the items, if it is known. Who serves it deletes what it keeps of the app's
  ///     history, too.
  ///   - completion: As for ``delete(_:completion:)``; but while the history is locked it is told so at once,
  ///     and the deletion waits.
  func delete(
    domains: [String], deletedIn protection: ProtectionClass?,
    completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    line.withLock {
      $0.append(deletionWithItemsOf: .domains(domains), in: protection, done: completion)
    }
    proceed()
  }

  /// An index is about to delete items. Activities that go with them are not sent any more.
  func noteDeletion(_ operation: WireOperation) {
    tellOfDeletion(.items(operation)) { $0.note(.items(operation)) }
    proceed()
  }

  /// Tells of a deletion and then notes it in the line; who calls has the line go on.
  ///
  /// In this order: what is handed over before it is told of is in the line already, and later it is no visit.
  private func tellOfDeletion(
    _ deletion: HistoryDeletion, _ note: (inout HistoryLine) -> Void
  ) {
    line.withLock { $0.tellingCount += 1 }
    facts.withLock { $0.activities }?.noteDeletion(deletion)
    line.withLock { line in
      line.tellingCount -= 1
      note(&line)
    }
  }

  // MARK: - Steps

  /// Does what is to be done, on the queue.
  func proceed() {
    queue.async { self.takeSteps() }
  }

  private func takeSteps() {
    while let step = line.withLock({ $0.nextStep(now: MonotonicClock.nanoseconds) }) {
      switch step {
      case .open(let number): connection.withLink { self.open(number, over: $0) }
      case .finish(let body): body()
      case .send(let order, let message, let link):
        link.request(message) { self.received($0, to: order, over: link) }
      }
    }
    announce()
  }

  private func received(_ reply: Reply, to order: UInt64, over link: Link) {
    line.withLock { line in
      switch reply {
      case .lost: line.lost(order, over: link, now: MonotonicClock.nanoseconds)
      case .message(.failed(let error), _, _):
        line.answered(order, .failure(error), over: link)
      case .message(let message, _, _): line.answered(order, .success(message), over: link)
      }
    }
    proceed()
  }

  // MARK: - Opening

  private func open(_ number: Int, over link: Result<Link, ServiceError>) {
    guard line.withLock({ $0.isOpening(number) }) else { return }
    switch link {
    case .failure(let error):
      line.withLock { $0.failAll(with: error) }
      proceed()
    case .success(let link):
      let changeCount = connection.classChangeCount
      link.request(.openHistory) { reply in
        guard self.line.withLock({ $0.isOpening(number) }) else { return }
        self.received(reply, toOpening: number, after: changeCount, over: link)
        self.proceed()
      }
    }
  }

  private func received(
    _ reply: Reply, toOpening number: Int, after changeCount: Int, over link: Link
  ) {
    switch reply {
    case .lost: line.withLock { $0.close() }
    case .message(.historyOpened(let opened), let descriptors, _):
      facts.withLock { $0.declaredTypes = opened.declaredTypes }
      switch opened.place {
      case .here: line.withLock { $0.found(.open(opened.handle, link), opened.protection) }
      case .locked where connection.isOpen(opened.protection, changedSince: changeCount):
        // It was unlocked while the answer was on its way.
        line.withLock { $0.close() }
      case .locked: line.withLock { $0.found(.locked(link), opened.protection) }
      case .channel:
        connection.withChannel(to: opened.protection, offered: descriptors.first) { channel in
          self.open(number, over: channel)
        }
      }
    // An older service, or one that keeps no history.
    case .message(.failed(let error), _, _) where error.code == .unsupported:
      line.withLock { $0.foundNothing(over: link) }
    case .message(.failed(let error), _, _): line.withLock { $0.failAll(with: error) }
    case .message(let message, _, _): line.withLock { $0.failAll(with: .unexpected(message)) }
    }
  }

  // MARK: - What becomes of connections

  /// There is a connection to the service, which knows nothing of this process yet.
  func connected() {
    let isCurrent = facts.withLock { $0.presence.current != nil }
    line.withLock { $0.want(isCurrent) }
    proceed()
  }

  /// A connection was lost. Another is made for what waits, and for what the service is to know.
  func disconnected(from link: Link) {
    line.withLock { $0.disconnected(from: link) }
    proceed()
  }

  /// The class of some data was locked or unlocked.
  func classChanged(_ condition: ClassCondition, closing link: Link?) {
    if let link { line.withLock { $0.disconnected(from: link) } }
    line.withLock { $0.classChanged(condition.protection) }
    proceed()
  }

  /// Forgets all requests, without telling who made them: they are another process's, from which this one was
  /// forked.
  func forget() {
    line.withLock { $0 = HistoryLine() }
    facts.withLock { $0.presence = ActivityPresence() }
  }
}

extension ServiceConnection {
  /// The history of the app.
  package var history: HistoryHandle {
    state.withLock { state in
      if let history = state.history { return history }
      let history = HistoryHandle(self)
      state.history = history
      return history
    }
  }

  /// The history of the app, if this process has to do with it.
  var usedHistory: HistoryHandle? { state.withLock { $0.history } }

  /// Calls the body when the requests about the app's indexes that were made before are answered, or when the
  /// time is over.
  func whenIndexesAnswered(within time: Duration, _ body: @escaping @Sendable () -> Void) {
    let indexes = state.withLock { $0.indexes.values.filter { $0.app.isEmpty } }
    guard !indexes.isEmpty else { return body() }
    let pending = PendingAnswers(indexes.count, body)
    let timer = TransportLoop.shared?.after(time) { pending.end() }
    pending.whenEnded { if let timer { TransportLoop.shared?.cancel(timer) } }
    for index in indexes { index.tell(.success(.done)) { _, _ in pending.note() } }
  }
}
