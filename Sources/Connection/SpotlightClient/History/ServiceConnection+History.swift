internal import Dispatch
internal import Synchronization
package import SpotlightWire

extension ServiceConnection {
  /// Lists what history keeps, wherever it is kept; for parts of the desktop. Waits for the answers, so it is not
  /// to be called on a queue or thread that others wait for.
  ///
  /// - Returns: The entries, the latest visits first, and the classes whose history cannot be read now.
  /// - Throws: ``ServiceError``.
  package func history(
    _ request: ListHistory
  ) throws(ServiceError) -> (page: HistoryPage, locked: [ProtectionClass]) {
    try page(.listHistory(request), limit: request.limit)
  }

  /// Lists what the person chose, wherever that is kept, as ``history(_:)`` lists places: a choice stands for a visit.
  ///
  /// - Returns: The entries, the latest choices first, and the classes that cannot be read now.
  /// - Throws: ``ServiceError``; *unsupported* by an older daemon.
  package func choices(
    _ request: ListHistory
  ) throws(ServiceError) -> (page: HistoryPage, locked: [ProtectionClass]) {
    try page(.listChoices(request), limit: request.limit)
  }

  /// Lists the texts after which the person chose something, wherever these are kept, as ``history(_:)`` lists places.
  ///
  /// - Returns: The texts with what was chosen, the latest first, and the classes that cannot be read now.
  /// - Throws: ``ServiceError``; *unsupported* by an older daemon.
  package func searches(
    _ request: ListHistory
  ) throws(ServiceError) -> (page: HistoryPage, locked: [ProtectionClass]) {
    try page(.listSearches(request), limit: request.limit)
  }

  /// Forgets texts that were typed before something was chosen, wherever they are kept. Waits for the answers.
  ///
  /// - Parameter text: The text; `nil` for all.
  /// - Returns: How many were forgotten, and the classes whose texts cannot be reached now.
  /// - Throws: ``ServiceError``; some may be forgotten then. *Unsupported* by an older daemon.
  package func forgetSearches(
    _ text: String?
  ) throws(ServiceError) -> (count: UInt64, locked: [ProtectionClass]) {
    let (messages, locked) = try answersOfAllClasses(to: .forgetSearches(text))
    var count: UInt64 = 0
    for message in messages {
      guard case .searchesForgotten(let some) = message else { throw .unexpected(message) }
      count += some
    }
    return (count, locked)
  }

  /// Tells that the person chose an item in the app's own search. It is sent at once, and nobody waits for it.
  ///
  /// - Parameter engaged: What was typed, and what was chosen.
  package func noteEngaged(_ engaged: EngagedItem) {
    request(.engage(engaged)) { _ in }
  }

  private func page(
    _ request: ClientMessage, limit: UInt16
  ) throws(ServiceError) -> (page: HistoryPage, locked: [ProtectionClass]) {
    let (messages, locked) = try answersOfAllClasses(to: request)
    var pages: [HistoryPage] = []
    for message in messages {
      switch message {
      case .historyListed(let page), .choicesListed(let page), .searchesListed(let page):
        pages.append(page)
      default: throw .unexpected(message)
      }
    }
    let unread = Set(locked + pages.flatMap(\.unread)).sorted { $0.rawValue < $1.rawValue }
    return (HistoryPage(joining: pages, limit: Int(limit)), unread)
  }

  /// Deletes some of what history keeps, wherever it is kept; for the command line. Waits for the answers.
  ///
  /// - Returns: How many states were deleted, and the classes whose history cannot be reached now.
  /// - Throws: ``ServiceError``; some may be deleted then.
  package func deleteHistory(
    _ request: DeleteHistory
  ) throws(ServiceError) -> (count: UInt64, locked: [ProtectionClass]) {
    let (messages, locked) = try answersOfAllClasses(to: .deleteHistory(request))
    var count: UInt64 = 0
    for message in messages {
      guard case .historyDeleted(let some) = message else { throw .unexpected(message) }
      count += some
    }
    return (count, locked)
  }

  /// Forgets some of what the person chose, wherever that is kept; for the command line. Waits for the answers.
  ///
  /// - Returns: What was forgotten, and the classes whose choices cannot be reached now.
  /// - Throws: ``ServiceError``; some may be forgotten then. *Unsupported* by an older daemon.
  package func forgetChoices(
    _ request: ForgetChoices
  ) throws(ServiceError) -> (forgotten: ChoicesForgotten, locked: [ProtectionClass]) {
    let (messages, locked) = try answersOfAllClasses(to: .forgetChoices(request))
    var sum = ChoicesForgotten(count: 0, identifiers: [])
    for message in messages {
      guard case .choicesForgotten(let some) = message else { throw .unexpected(message) }
      sum.count += some.count
      sum.identifiers += some.identifiers.filter { !sum.identifiers.contains($0) }
    }
    return (sum, locked)
  }

  /// Finds one item, in the service's own stores or in a class that can be locked and is open now.
  ///
  /// - Parameter lookup: Which item.
  /// - Returns: The item; `nil` when there is none, or it is in a class that is locked.
  /// - Throws: ``ServiceError``.
  package func item(_ lookup: ItemLookup) throws(ServiceError) -> WireHit? {
    let request = ClientMessage.item(lookup)
    if case .itemFound(let hit?) = try answer(to: request, isRepeatable: true).message {
      return hit
    }
    for case .itemFound(let hit?) in try answersOfAllClasses(to: request).messages { return hit }
    return nil
  }

  /// Asks the service itself and each class that is open, and waits for all.
  func answersOfAllClasses(
    to request: ClientMessage
  ) throws(ServiceError) -> (messages: [DaemonMessage], locked: [ProtectionClass]) {
    // The first answer also makes sure that there is a connection, whose welcome told of the classes.
    let first = try answer(to: request).message
    let answers = Mutex<[ProtectionClass: Result<DaemonMessage, ServiceError>]>([:])
    let group = DispatchGroup()
    for protection in searchedClasses {
      group.enter()
      @Sendable func settle(_ result: Result<DaemonMessage, ServiceError>) {
        answers.withLock { $0[protection] = result }
        group.leave()
      }
      withChannel(to: protection) { channel in
        switch channel {
        case .failure(let error): settle(.failure(error))
        case .success(let link):
          link.request(request) { reply in
            switch reply {
            case .message(.failed(let error), _, _): settle(.failure(error))
            case .message(let message, _, _): settle(.success(message))
            case .lost(let error): settle(.failure(error))
            }
          }
        }
      }
    }
    group.wait()
    var messages = [first]
    var locked = lockedClasses
    for (protection, result) in answers.withLock({ $0 }) {
      switch result {
      case .success(let message): messages.append(message)
      case .failure(let error) where error.code == .classLocked: locked.insert(protection)
      case .failure(let error): throw error
      }
    }
    return (messages, locked.sorted { $0.rawValue < $1.rawValue })
  }

  /// The classes that cannot be read now. Of one in which nothing is stored there is nothing to read.
  private var lockedClasses: Set<ProtectionClass> {
    let conditions = state.withLock { $0.channels.conditions }
    return Set(
      conditions.lazy.filter { $0.state == .locked || $0.state == .unavailable }.map(\.protection))
  }
}

extension HistoryPage {
  /// Joins pages that begin at the same place.
  init(joining pages: [HistoryPage], limit: Int) {
    var all = pages.flatMap(\.entries).sorted { $0.precedes($1) }
    // A page may end before it is full. What lies behind its end is not known yet, so nothing that would stand
    // behind that can be told.
    for page in pages where page.hasMore {
      if let end = page.entries.last { all.removeAll { end.precedes($0) } }
    }
    self.init(
      entries: Array(all.prefix(limit)),
      hasMore: all.count > limit || pages.contains { $0.hasMore })
  }
}

extension HistoryEntry {
  /// Whether this one stands before another in a list.
  fileprivate func precedes(_ other: HistoryEntry) -> Bool {
    if lastVisit != other.lastVisit { return lastVisit > other.lastVisit }
    return (app, key) < (other.app, other.key)
  }
}
