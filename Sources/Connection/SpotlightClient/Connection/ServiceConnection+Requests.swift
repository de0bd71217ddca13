internal import FresnelModel
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

extension ServiceConnection {
  // MARK: - Finding

  /// Looks for all items that match.
  ///
  /// - Returns: The results, to be taken with ``QueryHandle/next(_:)``.
  package func query(_ request: QueryRequest) -> QueryHandle {
    let handle = QueryHandle(self, request)
    handle.start()
    return handle
  }

  /// Asks for all items, of all apps or of some; for parts of the desktop.
  ///
  /// - Returns: The items, to be taken with ``QueryHandle/next(_:)``.
  package func list(_ request: ItemList) -> QueryHandle {
    let handle = QueryHandle(self, request)
    handle.start()
    return handle
  }

  /// Looks for the items that answer best, once.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - completion: Called once with what was found, on any thread, without waiting in it.
  /// - Returns: The search, to be cancelled.
  @discardableResult
  package func find(
    _ request: RankedRequest, _ completion: @escaping SearchHandle.Completion
  ) -> SearchHandle {
    let handle = SearchHandle(self, request, completion)
    handle.start()
    return handle
  }

  /// Looks for the items that answer best, and again whenever the list has changed, until the search is cancelled.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - awaitsAll: Whether the first list waits for the protection classes that can be read, so that nothing of them
  ///     comes after it that was there before.
  ///   - revise: Called with each list, on a queue of the search's own.
  ///   - finish: Called once on that queue, at the end.
  /// - Returns: The search, to be cancelled.
  package func follow(
    _ request: RankedRequest, awaitsAll: Bool = false,
    revise: @escaping @Sendable (SearchRevision) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) -> LiveSearch {
    let search = LiveSearch(
      self, request, awaitsAll: awaitsAll, revise: revise, finish: finish)
    state.withLock { $0.searches.append(search) }
    search.start()
    return search
  }

  /// Makes the connections that a search uses, and waits for them: not to be called on a queue or thread that others
  /// wait for.
  ///
  /// - Throws: ``ServiceError`` when the service cannot be reached. A class that cannot be had is left out.
  package func prepareToSearch() throws(ServiceError) {
    let awaited = AwaitedResult<Void>()
    withLink { link in
      switch link {
      case .failure(let error): awaited.settle(.failure(error))
      case .success: self.openChannels(self.searchedClasses[...], awaited.settle)
      }
    }
    try awaited.take()
  }

  /// Begins to make the connections that a search for items of some classes uses.
  ///
  /// - Parameter classes: The classes; `nil` for all.
  package func beginToConnect(for classes: [ProtectionClass]?) {
    withLink { link in
      guard case .success = link else { return }
      for protection in self.places(of: classes).channels {
        self.withChannel(to: protection) { _ in }
      }
    }
  }

  private func openChannels(
    _ classes: ArraySlice<ProtectionClass>,
    _ completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) {
    guard !classes.isEmpty else { return completion(.success(())) }
    let missing = Mutex(classes.count)
    for protection in classes {
      withChannel(to: protection) { _ in
        let isLast = missing.withLock { count in
          count -= 1
          return count == 0
        }
        if isLast { completion(.success(())) }
      }
    }
  }

  /// Tells that a place to search in stands open before a person, or no longer does: what others index is held
  /// back a little, so that the first letter finds the processors idle. Only parts of the desktop are heard, and
  /// for half a minute from the last call or search.
  package func tell(searchIsOpen isOpen: Bool) {
    withLink { link in
      if case .success(let link) = link { link.send(.searchOpened(isOpen)) }
    }
    for channel in state.withLock({ $0.channels.openLinks }) {
      channel.send(.searchOpened(isOpen))
    }
  }

  func forget(_ search: LiveSearch) {
    state.withLock { $0.searches.removeAll { $0 === search } }
  }

  /// The classes that a search has to ask on connections of their own.
  var searchedClasses: [ProtectionClass] {
    state.withLock { $0.channels.searched }
  }

  /// Whether the service has told of classes that a search may have to ask on connections of their own, now or later.
  var hasLockableClasses: Bool {
    state.withLock { $0.channels.conditions.contains { $0.protection.isLockable } }
  }

  /// Where items of some classes are; `nil` for all classes.
  func places(of classes: [ProtectionClass]?) -> ChannelTable.Places {
    state.withLock { $0.channels.places(of: classes) }
  }

  /// Leaves those of some hits whose indexes have one of the classes. A service in this process keeps all
  /// classes together, and knows less of them than the app: an index has the class that was named for it here.
  func hits(_ hits: [WireHit], of classes: [ProtectionClass]?) -> [WireHit] {
    guard let classes, !connecting.isRemote else { return hits }
    let named = state.withLock { state in
      state.indexes.values.filter(\.app.isEmpty).map { index in
        (index.name, index.settings.withLock(\.protection))
      }
    }
    let known = Dictionary(named) { first, _ in first }
    return hits.filter { hit in
      classes.contains((known[hit.scope.index] ?? nil) ?? hit.protection)
    }
  }

  // MARK: - Single requests

  /// An answer and the files that came with it.
  package typealias Answer = (message: DaemonMessage, descriptors: [SharedDescriptor])

  /// Sends a request that belongs to no index and has one answer.
  ///
  /// - Parameters:
  ///   - message: The request.
  ///   - descriptors: The files that go with it.
  ///   - isRepeatable: Whether it is sent once more when the connection was lost before the answer.
  ///   - completion: Called once, on any thread, without waiting in it.
  package func request(
    _ message: ClientMessage, descriptors: [SharedDescriptor] = [], isRepeatable: Bool = false,
    _ completion: @escaping @Sendable (Result<Answer, ServiceError>) -> Void
  ) {
    withLink { link in
      switch link {
      case .failure(let error): completion(.failure(error))
      case .success(let link):
        link.request(message, descriptors: descriptors) { reply in
          switch reply {
          case .message(.failed(let error), _, _): completion(.failure(error))
          case .message(let message, let descriptors, _):
            completion(.success((message, descriptors)))
          case .lost where isRepeatable:
            self.request(message, descriptors: descriptors, completion)
          case .lost(let error): completion(.failure(error))
          }
        }
      }
    }
  }

  /// Has something administered and waits for the report.
  ///
  /// - Parameters:
  ///   - verb: What is to be done.
  ///   - arguments: With what, in JSON.
  /// - Returns: The report, in JSON.
  /// - Throws: ``ServiceError``.
  package func administer(_ verb: String, _ arguments: [UInt8]) throws(ServiceError) -> [UInt8] {
    let message = try answer(
      to: .administer(Administration(verb: verb, arguments: arguments))
    ).message
    guard case .report(let report) = message else { throw .unexpected(message) }
    return report
  }

  /// Sends a request that belongs to no index and waits for its one answer; not to be called on a
  /// queue or thread that others wait for.
  ///
  /// - Parameters:
  ///   - message: The request.
  ///   - descriptors: The files that go with it.
  ///   - isRepeatable: Whether it is sent once more when the connection was lost before the answer.
  /// - Returns: The answer.
  /// - Throws: ``ServiceError``.
  package func answer(
    to message: ClientMessage, descriptors: [SharedDescriptor] = [], isRepeatable: Bool = false
  ) throws(ServiceError) -> Answer {
    let awaited = AwaitedResult<Answer>()
    request(message, descriptors: descriptors, isRepeatable: isRepeatable, awaited.settle)
    return try awaited.take()
  }
}

extension ServiceConnection {
  /// Opens a class by a passphrase, or changes that, and waits for it; not to be called on a queue or thread that
  /// others wait for. The passphrase of a class that can be locked goes over a connection of the class's own.
  ///
  /// - Throws: ``ServiceError``: ``ServiceError/Code/refused`` when the passphrase is not the one.
  package func unlock(_ request: Unlock) throws(ServiceError) {
    let awaited = AwaitedResult<Answer>()
    guard request.protection.isLockable else {
      self.request(.unlock(request), awaited.settle)
      return try Self.expectDone(try awaited.take())
    }
    withChannel(to: request.protection) { link in
      switch link {
      case .failure(let error): awaited.settle(.failure(error))
      case .success(let link):
        link.request(.unlock(request)) { reply in
          switch reply {
          case .message(.failed(let error), _, _): awaited.settle(.failure(error))
          case .message(let message, let descriptors, _):
            awaited.settle(.success((message, descriptors)))
          case .lost(let error): awaited.settle(.failure(error))
          }
        }
      }
    }
    try Self.expectDone(try awaited.take())
  }

  private static func expectDone(_ answer: Answer) throws(ServiceError) {
    guard case .done = answer.message else { throw .unexpected(answer.message) }
  }
}
