internal import FresnelPlatform
internal import SpotlightWire

/// The requests about an app's history, through lost connections and locked sessions. It says what is to be
/// done next and does nothing itself.
///
/// They are sent in the order in which they were made, but for donations that wait for their items.
struct HistoryLine: Sendable {
  /// Where the history can be reached now.
  enum Place: Sendable {
    /// Nowhere yet.
    case closed
    /// It is being opened, for the time that the number says.
    case opening(Int)
    /// Over a connection, under a number.
    case open(UInt32, Link)
    /// Nowhere until its class is unlocked, as was said over a connection.
    case locked(Link)
    /// Who is at the other end of a connection keeps none.
    case absent(Link)
  }

  /// What is to be done next.
  enum Step: Sendable {
    /// To open the history, and to say what came of it under the number.
    case open(Int)
    /// To send a request, and to hand its reply back.
    case send(UInt64, ClientMessage, over: Link)
    /// To tell who made a request what came of it.
    case finish(@Sendable () -> Void)
  }

  /// The most requests that are under way.
  static let sentLimit = 4
  /// The most donations that wait.
  static let waitingLimit = 64
  /// For how long a donation is repeated from when it was first sent, in nanoseconds.
  var repeatingTime: UInt64 = 5_000_000_000

  private var place = Place.closed
  /// The class of the history, once it is known.
  private var protection = ProtectionClass.firstUnlock
  private var requests: [UInt64: HistoryRequest] = [:]
  private var answers: [@Sendable () -> Void] = []
  private var lastOrder: UInt64 = 0
  private var openingCount = 0
  /// Whether the history is to be open though no request waits.
  private(set) var isWanted = false
  /// How many deletions are being told of, which may cover what is handed over meanwhile: nothing is sent.
  var tellingCount = 0

  /// Whether something was asked for that may be answered soon.
  var awaitsAnswers: Bool {
    if case .locked = place { false } else { !requests.isEmpty || !answers.isEmpty }
  }

  /// How many requests have no answer that may come soon.
  var unansweredCount: Int { awaitsAnswers ? requests.count : 0 }

  // MARK: - What happens

  /// Puts a donation at the end, in place of one of the same activity in the same state that waits.
  ///
  /// - Returns: Its order.
  mutating func append(
    _ donation: DonatedActivity, done: @escaping HistoryRequest.Donated
  ) -> UInt64 {
    var donation = donation
    let waiting = requests.filter { $0.value.sentOver == nil && $0.value.donation != nil }
    if let (order, last) = waiting.first(where: {
      $0.value.donation?.number == donation.number && $0.value.donation?.key == donation.key
    }) {
      // Nobody needs to hear of one that the next one contains.
      requests[order] = nil
      donation.isVisit = donation.isVisit || last.donation?.isVisit == true
    } else if waiting.count >= Self.waitingLimit, let oldest = waiting.keys.min() {
      settle(oldest, .failure(.tooManyDonations))
    }
    lastOrder += 1
    requests[lastOrder] = HistoryRequest(
      content: .donate(donation, done), isHeld: donation.needsItem)
    return lastOrder
  }

  /// Puts a deletion at the end. Donations before it that it covers are not sent, or not again.
  mutating func append(
    deletionOf choice: ActivityChoice, done: @escaping HistoryRequest.Deleted
  ) {
    note(.activities(choice))
    lastOrder += 1
    requests[lastOrder] = HistoryRequest(content: .delete(choice, done))
  }

  /// Puts a deletion at the end that goes with one of items, of a class if it is known.
  mutating func append(
    deletionWithItemsOf choice: ActivityChoice, in protection: ProtectionClass?,
    done: @escaping HistoryRequest.Deleted
  ) {
    lastOrder += 1
    requests[lastOrder] = HistoryRequest(content: .deleteWithItems(choice, protection, done))
  }

  /// The app deletes something. What of it is on its way is not sent, or not again.
  mutating func note(_ deletion: HistoryDeletion) {
    for (order, request) in requests {
      guard let donation = request.donation,
        deletion.covers(donation.activity, donation.attributes)
      else { continue }
      if request.sentOver == nil {
        settle(order, .failure(.donationDeleted))
      } else {
        requests[order]?.isWithdrawn = true
      }
    }
  }

  /// Has the history opened, or no longer, though no request waits.
  mutating func want(_ isWanted: Bool) {
    self.isWanted = isWanted
  }

  /// A donation need not wait for its item any longer.
  mutating func release(_ order: UInt64) {
    requests[order]?.isHeld = false
  }

  /// Whether the history is being opened for the time that the number says.
  func isOpening(_ number: Int) -> Bool {
    if case .opening(number) = place { true } else { false }
  }

  /// It was found out where the history can be reached, and what its class is.
  mutating func found(_ place: Place, _ protection: ProtectionClass) {
    self.place = place
    self.protection = protection
  }

  /// Who is at the other end of a connection keeps no history.
  mutating func foundNothing(over link: Link) {
    place = .absent(link)
  }

  /// The class of the history was locked or unlocked, if it is that.
  mutating func classChanged(_ protection: ProtectionClass) {
    if protection == self.protection { place = .closed }
  }

  /// The history has to be looked for anew when something waits.
  mutating func close() {
    place = .closed
  }

  /// The history could not be opened: what waits fails.
  mutating func failAll(with error: ServiceError) {
    place = .closed
    isWanted = false
    for order in requests.keys.sorted() where requests[order]?.sentOver == nil {
      settle(order, .failure(error))
    }
  }

  /// A connection was lost, or leads to a class that was locked.
  mutating func disconnected(from link: Link) {
    switch place {
    case .open(_, link), .locked(link), .absent(link): place = .closed
    case .closed, .opening, .open, .locked, .absent: break
    }
  }

  /// A request was answered.
  mutating func answered(
    _ order: UInt64, _ answer: Result<DaemonMessage, ServiceError>, over link: Link
  ) {
    guard requests[order]?.sentOver === link else { return }
    settle(order, answer)
  }

  /// A request was not answered before its connection ended. The moment is in nanoseconds of the clock that
  /// never goes back.
  mutating func lost(_ order: UInt64, over link: Link, now: UInt64) {
    guard let request = requests[order], request.sentOver === link else { return }
    disconnected(from: link)
    let age = MonotonicClock.elapsed(from: request.firstSent ?? now, to: now)
    if request.donation != nil, request.isWithdrawn || age > repeatingTime {
      settle(order, .failure(.connectionEnded))
    } else {
      requests[order]?.sentOver = nil
    }
  }

  private mutating func settle(_ order: UInt64, _ answer: Result<DaemonMessage, ServiceError>) {
    guard let request = requests.removeValue(forKey: order) else { return }
    answers.append(request.answered(answer))
  }

  /// How much the service may be told of the current activity.
  var openness: ActivityPresence.Openness {
    switch place {
    case .open: .open
    case .locked, .absent: .closed
    case .closed, .opening: isWanted ? .unknown : .closed
    }
  }

  // MARK: - What is to be done

  /// The next step; `nil` when there is none for now. The moment is in nanoseconds of the clock that never
  /// goes back.
  mutating func nextStep(now: UInt64) -> Step? {
    while true {
      if !answers.isEmpty { return .finish(answers.removeFirst()) }
      if tellingCount > 0 { return nil }
      let next = requests.lazy.filter { $0.value.sentOver == nil && !$0.value.isHeld }.map(\.key)
      guard let order = next.min() else {
        guard isWanted, case .closed = place else { return nil }
        return open()
      }
      switch place {
      case .closed: return open()
      case .opening: return nil
      case .open(let handle, let link):
        if let step = send(order, handle, link, now) { return step }
        if requests[order] != nil { return nil }
      case .locked:
        guard !settleLocked() else { continue }
        return nil
      // Deleting where nothing is kept is done at once.
      case .absent:
        let isDonation = requests[order]?.donation != nil
        settle(order, isDonation ? .failure(.noHistory) : .success(.done))
      }
    }
  }

  private mutating func open() -> Step {
    openingCount += 1
    place = .opening(openingCount)
    return .open(openingCount)
  }

  /// - Returns: How a request is sent; `nil` when it is answered already, or has to wait.
  private mutating func send(
    _ order: UInt64, _ handle: UInt32, _ link: Link, _ now: UInt64
  ) -> Step? {
    guard let request = requests[order] else { return nil }
    if isDeletedWithItems(request) {
      settle(order, .success(.done))
      return nil
    }
    let sentCount = requests.values.lazy.filter { $0.sentOver != nil }.count
    guard sentCount < Self.sentLimit else { return nil }
    requests[order]?.sentOver = link
    if request.firstSent == nil { requests[order]?.firstSent = now }
    return .send(order, request.message(for: handle), over: link)
  }

  /// Whether who deletes the items deletes their activities with them.
  private func isDeletedWithItems(_ request: HistoryRequest) -> Bool {
    guard case .deleteWithItems(_, let other?, _) = request.content else { return false }
    return other == protection || (!other.isLockable && !protection.isLockable)
  }

  /// Whether a deletion of the same waits already.
  private func isWaiting(toDelete choice: ActivityChoice) -> Bool {
    requests.values.contains { request in
      guard request.sentOver == nil, case .delete(choice, _) = request.content else { return false }
      return true
    }
  }

  /// What is donated while the class is locked is dropped; what is deleted waits.
  ///
  /// - Returns: Whether something is answered.
  private mutating func settleLocked() -> Bool {
    for order in requests.keys.sorted() {
      guard let request = requests[order], request.sentOver == nil else { continue }
      switch request.content {
      case .donate:
        settle(order, .failure(.historyLocked))
        return true
      case .deleteWithItems where isDeletedWithItems(request):
        settle(order, .success(.done))
        return true
      // Who deletes items is told at once, and the deletion waits all the same; once, however often it is asked for.
      case .deleteWithItems(let choice, _, let done):
        if isWaiting(toDelete: choice) {
          requests[order] = nil
        } else {
          requests[order]?.content = .delete(choice) { _ in }
        }
        answers.append { done(.historyLocked) }
        return true
      case .delete: continue
      }
    }
    return false
  }
}

extension ServiceError {
  /// Whoever is at the other end keeps no history.
  static var noHistory: ServiceError {
    ServiceError(.unsupported, "No history of activities is kept here.")
  }

  /// The app deleted what the donation would have kept.
  static var donationDeleted: ServiceError {
    ServiceError(.cancelled, "The app deleted what it belongs to.")
  }

  /// Too many activities wait to be taken.
  static var tooManyDonations: ServiceError {
    ServiceError(.unavailable, "More activities wait than are kept waiting.")
  }

  /// Nothing can be changed now.
  static var historyLocked: ServiceError {
    ServiceError(.classLocked, "The app's history is locked until the session is unlocked.")
  }
}
