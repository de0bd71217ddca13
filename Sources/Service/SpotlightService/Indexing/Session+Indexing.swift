internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension Session {
  /// Opens an index of the client's app.
  func openIndex(_ request: OpenIndex, _ id: UInt64) {
    if let error = ScopeName.fault(of: request.name) { return fail(error, id) }
    let protection = request.protection ?? core.options.defaultClass
    let handle = OpenIndexHandle(
      scope: IndexScope(app: peer.app.identifier, index: request.name), protection: protection,
      store: core.store(of: protection) ?? core.defaultStore, methods: request.methods)
    send(.indexOpened(IndexOpened(handle: add(handle), protection: protection)), id)
  }

  /// Changes an index.
  func apply(_ request: ApplyBatch, _ id: UInt64) {
    guard let handle = handle(request.handle, for: id) else { return }
    let turn = handle.order.add()
    let finish: @Sendable (ServiceError?) -> Void = { [self] error in
      handle.order.finish(turn) { self.send(error.map { .failed($0) } ?? .done, id) }
    }
    guard let store = handle.store else {
      return finish(ServiceError(.classLocked, "The protection class of the index is locked."))
    }
    store.intake.async {
      do throws(ServiceError) {
        let batch = try request.batch(for: handle)
        store.submit(batch) { error in
          finish(error.map { ServiceError($0, of: batch) })
        }
      } catch {
        finish(error)
      }
    }
  }

  /// Gives the client state as the changes before leave it.
  func fetchClientState(_ number: UInt32, _ id: UInt64) {
    guard let handle = handle(number, for: id) else { return }
    let session = self
    handle.order.add(whenFirst: { turn in
      let finish: @Sendable (DaemonMessage) -> Void = { message in
        handle.order.finish(turn) { session.send(message, id) }
      }
      guard !handle.isDefault else { return finish(.failed(ClientStateLimits.noState)) }
      guard let store = handle.store else {
        return finish(
          .failed(ServiceError(.classLocked, "The protection class of the index is locked.")))
      }
      session.core.pool.run(for: session.peer.app) {
        do throws(ServiceError) {
          finish(.clientStateStored(try store.snapshot().clientState(of: handle.scope)))
        } catch {
          finish(.failed(error))
        }
      }
    })
  }
}

extension ApplyBatch {
  /// The change as the store takes it.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidItem`` or
  ///   ``ServiceError/Code/invalidClientState``.
  func batch(for handle: OpenIndexHandle) throws(ServiceError) -> Batch {
    try ClientStateLimits.check(clientState, expected, for: handle)
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
    return Batch(
      scope: handle.scope, operations: changes, clientState: clientState,
      expectedClientState: expected.condition)
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
