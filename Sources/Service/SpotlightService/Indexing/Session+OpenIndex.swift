internal import FresnelEngine
package import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

extension Session {
  /// Opens an index of the client's app, where its protection class is.
  func openIndex(_ request: OpenIndex, _ id: UInt64) {
    let scope: IndexScope
    do throws(ServiceError) {
      scope = try self.scope(of: request)
    } catch {
      return fail(error, id)
    }
    guard core.home.metadataLog.isDurable else {
      // Nothing is remembered: no store needs to be open.
      return open(request, scope, core.placeWithoutRecord(of: request), id)
    }
    core.home.perform { [self] in
      if let waiting = core.takeOvers.waitingIndex(scope) { return answer(waiting, id) }
      guard let left = core.classToLeave(scope, request) else {
        return openRecorded(request, scope, leaving: nil, id)
      }
      core.host.holdsItems(scope, in: left) { [self] result in
        switch result {
        case .success(let holdsItems):
          core.home.perform { [self] in
            openRecorded(request, scope, leaving: holdsItems ? nil : left, id)
          }
        case .failure(let error): fail(error, id)
        }
      }
    }
  }

  /// Answers who opens an index that waits in the app's own store. Where what it waits for has come meanwhile, the
  /// client has to connect again, since it hands its store over before anything else; not before that can begin, or it
  /// would connect over and over.
  private func answer(_ waiting: TakeOverTable.WaitingIndex, _ id: UInt64) {
    let reason = "The index is taken over from the app's own store first."
    let awaited =
      switch waiting.cause {
      case .copy: waiting.protection
      case .opening(let protection), .key(let protection): protection
      }
    core.host.channel(to: awaited, for: peer) { [self] result in
      // Who could not hand its directory over just now hardly can so soon, and none but apps do.
      let helps =
        peer.role == .app && !hasWithheldStore && core.takeOvers.hasRoom(for: peer.app)
      switch (result, waiting.cause) {
      case (.success(.open), .opening) where helps, (.success(.open(_, .some)), .key) where helps:
        close(Refusal(.connectAgain, reason))
      case (.success(.open), _): fail(ServiceError(.unavailable, reason), id)
      case (.success(.locked), _): fail(ServiceError(.classLocked, reason), id)
      case (.failure(let error), _): fail(error, id)
      }
    }
  }

  /// Opens an index whose class is remembered; called on the intake queue of the home store.
  private func openRecorded(
    _ request: OpenIndex, _ scope: IndexScope, leaving left: ProtectionClass?, _ id: UInt64
  ) {
    do throws(ServiceError) {
      try checkIsWanted()
      try open(request, scope, core.place(of: scope, for: request, leaving: left), id)
    } catch {
      fail(error, id)
    }
  }

  /// Whose index is opened.
  private func scope(of request: OpenIndex) throws(ServiceError) -> IndexScope {
    if let error = ScopeName.fault(of: request.name) { throw error }
    guard !request.app.isEmpty, request.app != peer.app.identifier else {
      return IndexScope(app: peer.app.identifier, index: request.name)
    }
    guard peer.role == .tool, request.app.hasPrefix("org.fresnel."),
      request.app.utf8.allSatisfy({ $0 != 0 })
    else {
      throw ServiceError(.refused, "Only the command line may fill indexes that are not its own.")
    }
    return IndexScope(app: request.app, index: request.name)
  }

  private func open(
    _ request: OpenIndex, _ scope: IndexScope, _ place: ClassPlace, _ id: UInt64
  ) {
    switch place {
    case .here(let store, let protection):
      let handle = OpenIndexHandle(
        scope: scope, protection: protection, store: store, methods: request.methods,
        mark: request.mark(protection))
      guard let number = add(handle, for: id) else { return }
      // Looked for first, as what the client does next may make the index known; asked for behind the answer.
      _ = withCallbacks { $0.hold() }
      core.reindexing.handleTakes(handle, of: self)
      send(.indexOpened(IndexOpened(handle: number, protection: protection)), id)
      _ = withCallbacks { $0.release() }
      sendCallbacks()
    case .elsewhere(let protection, let isPrivate):
      let handle = OpenIndexHandle(
        scope: scope, protection: protection, store: nil, methods: request.methods)
      // First of all, since a channel costs more than to find that there are too many.
      guard let number = add(handle, for: id) else { return }
      core.host.channel(to: protection, for: peer) { [self] result in
        let opened = { @Sendable (place: IndexPlace, publicKey: [UInt8]?) in
          DaemonMessage.indexOpened(
            IndexOpened(
              handle: number, protection: protection, place: place, publicKey: publicKey))
        }
        switch result {
        case .success(.open(let descriptor, let publicKey)):
          // The client says it there itself if it knows.
          let isToTell = isPrivate && !request.flags.contains(.isPrivate)
          tellPrivacy(isToTell, scope, protection, of: number, id) { [self] in
            send(Envelope(opened(.channel, publicKey), request: id, descriptors: [descriptor]))
          }
        case .success(.locked(let publicKey)):
          tellPrivacy(isPrivate, scope, protection, of: number, id) { [self] in
            send(opened(.locked, publicKey), id)
          }
        case .failure(let error):
          removeHandle(number)
          fail(error, id)
        }
      }
    }
  }

  /// Has who serves a class know that an index is private, and goes on; otherwise the index is not opened.
  private func tellPrivacy(
    _ isPrivate: Bool, _ scope: IndexScope, _ protection: ProtectionClass, of number: UInt32,
    _ id: UInt64, _ body: @escaping @Sendable () -> Void
  ) {
    guard isPrivate else { return body() }
    core.host.notePrivate(scope, in: protection) { [self] error in
      guard let error else { return body() }
      removeHandle(number)
      fail(error, id)
    }
  }

  /// Tells what an index holds.
  func describe(_ request: DescribeIndex, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard let handle = handle(request.handle, for: id) else { return }
    read(handle, id, charge) { (store, snapshot) throws(ServiceError) in
      let size = snapshot.scopes().first { $0.scope == handle.scope }
      var description = IndexDescription(
        clientState: snapshot.clientState(of: handle.scope),
        itemCount: UInt64(size?.itemCount ?? 0), byteCount: UInt64(size?.itemByteCount ?? 0))
      if request.withDigest {
        var sum = ItemDigestSum()
        snapshot.forEachItem(in: .scope(handle.scope)) { _, item in
          sum.add(item)
          return true
        }
        if snapshot.isPartial {
          throw ServiceError(.unavailable, "Part of the index cannot be read now.")
        }
        description.digest = SpotlightWire.IndexDigest(bytes: sum.bytes)
      }
      return .description(description)
    }
  }
}

extension OpenIndex {
  /// What the client says of an index that has this class.
  fileprivate func mark(_ protection: ProtectionClass) -> IndexRecord? {
    let isPrivate = flags.contains(.isPrivate)
    guard self.protection != nil || isPrivate else { return nil }
    return IndexRecord(protection: protection, isPrivate: isPrivate)
  }
}

/// Where the items of an index are.
enum ClassPlace: Sendable {
  /// In a store of this core.
  case here(ClassStore, ProtectionClass)
  /// In a process of its own, to which the host knows the way.
  case elsewhere(ProtectionClass, isPrivate: Bool)
}

extension ServiceCore {
  /// Where an index goes if nothing is remembered of it.
  func placeWithoutRecord(of request: OpenIndex) -> ClassPlace {
    let protection = request.protection ?? options.defaultClass
    return .here(store(of: protection) ?? home, protection)
  }

  /// The class that is served elsewhere from which an index would go; `nil` when it stays, or is here. Whether
  /// it may go has to be asked there. Called on the intake queue of the home store.
  func classToLeave(_ scope: IndexScope, _ request: OpenIndex) -> ProtectionClass? {
    guard let key = try? home.key.get(), (try? home.metadataLog.open(key: key)) != nil,
      let wanted = request.protection,
      let recorded = home.metadataLog.state.index(scope)?.protection,
      recorded != wanted, isElsewhere(recorded)
    else { return nil }
    return recorded
  }

  /// Where an index is, which is written down when it is opened first; called on the intake queue of the
  /// home store.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - request: How it is opened.
  ///   - left: A class that is served elsewhere, and holds no items of the index.
  ///   - mayBeNew: Whether it lacks nothing where nobody knows it. One that takes the place of another may lack what
  ///     that has lost.
  /// - Returns: The place.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/refused`` when the index has another class.
  func place(
    of scope: IndexScope, for request: OpenIndex, leaving left: ProtectionClass? = nil,
    mayBeNew: Bool = true
  ) throws(ServiceError) -> ClassPlace {
    do throws(ServiceError) {
      try home.metadataLog.open(key: try home.key.get())
    } catch {
      // What needs no key is served without: the class was named, and is another store's.
      guard let protection = request.protection, let store = store(of: protection), store !== home
      else { throw error }
      try store.metadataLog.open(key: try store.key.get())
      try makeRoom(for: scope, in: store)
      try note(scope, protection, isPrivate: request.flags.contains(.isPrivate), in: store)
      return .here(store, protection)
    }
    let recorded = home.metadataLog.state.index(scope)
    let protection = request.protection ?? recorded?.protection ?? options.defaultClass
    if let recorded, recorded.protection != protection, recorded.protection != left {
      try checkIsEmpty(scope, recorded.protection, wanted: protection)
    }
    try makeRoom(for: scope, in: home)
    // One that is private once stays so, also in another class.
    let isPrivate = request.flags.contains(.isPrivate) || recorded?.isPrivate ?? false
    if let store = store(of: protection) {
      let news = mayBeNew ? entriesOfNewIndex(scope, in: store) : []
      try note(scope, protection, isPrivate: isPrivate, in: store, with: news)
      if store !== home { try note(scope, protection, isPrivate: isPrivate, in: home) }
      return .here(store, protection)
    }
    guard options.leadsElsewhere else {
      throw ServiceError(.refused, "This process does not serve the protection class.")
    }
    try note(scope, protection, isPrivate: isPrivate, in: home)
    return .elsewhere(protection, isPrivate: isPrivate)
  }

  /// Writes down what is known of an index, and some news of it. One that is private once stays so.
  func note(
    _ scope: IndexScope, _ protection: ProtectionClass, isPrivate: Bool, in store: ClassStore,
    with news: [MetadataEntry] = []
  ) throws(ServiceError) {
    try store.metadataLog.open(key: try store.key.get())
    let wasPrivate = store.metadataLog.state.index(scope)?.isPrivate ?? false
    try store.record(
      news + [
        .index(scope, IndexRecord(protection: protection, isPrivate: isPrivate || wasPrivate))
      ])
  }

  /// The class of an index can change as long as it has no items.
  private func checkIsEmpty(
    _ scope: IndexScope, _ recorded: ProtectionClass, wanted: ProtectionClass
  ) throws(ServiceError) {
    guard let store = store(of: recorded), try !store.holdsItems(of: scope) else {
      throw ServiceError(
        .refused,
        "The index has the protection class \(recorded) and items; it cannot become \(wanted). "
          + "Delete its items first, or use an index of another name.")
    }
  }
}

extension ServiceCore {
  /// Whether an index has items in the home store; it blocks.
  ///
  /// - Throws: ``ServiceError`` when the store cannot be read.
  package func holdsItems(of scope: IndexScope) throws(ServiceError) -> Bool {
    try home.holdsItems(of: scope)
  }
}

extension ClassStore {
  /// Whether an index has items here.
  fileprivate func holdsItems(of scope: IndexScope) throws(ServiceError) -> Bool {
    try snapshot().holdsItems(of: scope)
  }
}
