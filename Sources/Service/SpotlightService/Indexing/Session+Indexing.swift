internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension Session {
  /// Changes an index.
  func apply(_ request: ApplyBatch, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard let handle = handle(request.handle, for: id) else { return }
    let turn = handle.order.add()
    let finish: @Sendable (ServiceError?) -> Void = { [self] error in
      handle.order.finish(turn) { self.send(error.map { .failed($0) } ?? .done, id) }
      // As long as somebody may still call this, he has the items.
      withExtendedLifetime(charge) {}
    }
    guard let store = handle.store else { return finish(.locked) }
    // A person waits for what they have indexed by a command; that is not work in the background.
    if isUrgent { return submit(request, to: store, handle, finish) }
    core.governor.admit(request, of: handle.scope.app) { [self] in
      submit(request, to: store, handle, finish)
    }
  }

  private func submit(
    _ request: ApplyBatch, to store: ClassStore, _ handle: OpenIndexHandle,
    _ finish: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let arrival = core.searchPause.now
    store.perform { [self] in
      if request.isCostly { core.searchPause.wait(since: arrival) }
      do throws(ServiceError) {
        try checkTakes(handle)
        // One app's indexing leaves the processors to a person's search; what a person asked for does not.
        let batch = try request.batch(
          for: handle, priority: core.governor.yields && !isUrgent ? .background : .foreground)
        try core.quota.check(batch, core)
        let whole: WholeItems
        do throws(ServiceError) {
          try (handle.replacement?.target ?? handle).makeMark(in: store)
          try core.noteDeletions(of: batch, in: store)
          try core.noteEmptying(by: batch, in: store)
          whole = try core.noteUpdates(of: batch, in: store)
        } catch {
          core.quota.finish(batch)
          throw error
        }
        core.submit(batch, to: store) { [core] error in
          core.quota.finish(batch)
          core.endStoring(whole, isDurable: error == nil) {
            if let error { return finish(error) }
            core.endLacking(after: batch, in: store) { finish(nil) }
          }
          core.notePosition(of: store)
        }
      } catch {
        finish(error)
      }
    }
  }

  /// Checks that what was asked for may still be done; called on the intake queue of the index's store, where
  /// what is removed or dropped when the session ends comes after this.
  ///
  /// - Throws: ``ServiceError``: when the app was removed, or the session has ended and what it gathered aside
  ///   is dropped.
  func checkTakes(_ handle: OpenIndexHandle) throws(ServiceError) {
    try checkIsWanted()
    if handle.replacement != nil, isEnded {
      throw ServiceError(.connectionLost, "The connection ended before the index was replaced.")
    }
  }

  /// Gives the client state as the changes before leave it.
  func fetchClientState(_ number: UInt32, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard let handle = handle(number, for: id) else { return }
    read(handle, id, charge) { (_, snapshot) throws(ServiceError) in
      if handle.scope.isDefault { throw ClientStateLimits.noState }
      return .clientStateStored(snapshot.clientState(of: handle.scope))
    }
  }

  /// Reads from an index once what was asked for before is done, and answers with what was read.
  func read(
    _ handle: OpenIndexHandle, _ id: UInt64, _ charge: (any PayloadCharge)?,
    _ body: @escaping @Sendable (ClassStore, Snapshot) throws(ServiceError) -> DaemonMessage
  ) {
    handle.order.add(whenFirst: { [self] turn in
      let finish: @Sendable (DaemonMessage) -> Void = { message in
        handle.order.finish(turn) { self.send(message, id) }
        withExtendedLifetime(charge) {}
      }
      guard let store = handle.store else { return finish(.failed(.locked)) }
      store.key.whenKnown { [self] in
        core.pool.run(for: peer.app, isUrgent: isUrgent) {
          do throws(ServiceError) {
            finish(try body(store, try store.snapshot()))
          } catch {
            finish(.failed(error))
          }
        }
      }
    })
  }
}

extension ServiceError {
  /// What a request to an index gets whose class is served elsewhere, or not now.
  static let locked = ServiceError(
    .classLocked, "The protection class of the index is locked, or served on its own channel.")
}

extension ApplyBatch {
  /// The change as the store takes it.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem`` or
  ///   ``ServiceError/Code/invalidClientState``.
  func batch(
    for handle: OpenIndexHandle, priority: Batch.Priority
  ) throws(ServiceError) -> Batch {
    if let replacement = handle.replacement {
      try replacement.check(self)
    } else {
      try ClientStateLimits.check(clientState, expected, for: handle.scope)
    }
    return Batch(
      scope: handle.scope, operations: try Operation.operations(operations),
      clientState: clientState, expectedClientState: expected.condition, priority: priority)
  }
}

extension Operation {
  /// Changes as the store takes them.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem``.
  static func operations(_ operations: [WireOperation]) throws(ServiceError) -> [Operation] {
    var changes: [Operation] = []
    changes.reserveCapacity(operations.count)
    for operation in operations {
      switch operation {
      case .put(let items):
        for item in items where item.uniqueIdentifierBytes.isEmpty {
          throw ServiceError(.invalidItem, "An item has an empty unique identifier.")
        }
        changes.append(.putEncoded(items))
      case .deleteIdentifiers(let identifiers): changes.append(.deleteIdentifiers(identifiers))
      case .deleteDomains(let domains): changes.append(.deleteDomains(domains))
      case .deleteAll: changes.append(.deleteAll)
      }
    }
    return changes
  }
}

extension ClientStateExpectation {
  /// The condition as the store takes it.
  var condition: ExpectedClientState {
    switch self {
    case .any: .any
    case .absent: .exactly(nil)
    case .equal(let bytes): .exactly(bytes)
    }
  }
}
