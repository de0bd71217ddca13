internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

extension Session {
  /// Begins to gather items aside.
  func beginReplacement(
    _ request: BeginReplacement, _ id: UInt64, _ charge: (any PayloadCharge)?
  ) {
    guard let target = handle(request.handle, for: id) else { return }
    guard target.replacement == nil else {
      return fail(ServiceError(.refused, "What is gathered aside is itself not replaced."), id)
    }
    guard let store = target.store else { return fail(.locked, id) }
    let scope = store.staging.withLock { staging in
      // Names are used again, so that their number stays small.
      var number = 1
      var scope: IndexScope
      repeat {
        scope = IndexScope(
          app: target.scope.app, index: ScopeName.staging(number, for: target.scope.index))
        number += 1
      } while !staging.names.insert(scope).inserted
      return scope
    }
    let handle = OpenIndexHandle(
      scope: scope, protection: target.protection, store: store, methods: [],
      replacement: Replacement(target: target, domain: request.domain, charge))
    guard let number = add(handle, for: id) else {
      store.staging.withLock { $0.remove(scope) }
      return
    }
    send(.replacementBegun(number), id)
  }

  /// Puts what was gathered in its place, in one step.
  func commitReplacement(_ request: CommitReplacement, _ id: UInt64) {
    finishReplacement(request.handle, id) { [self] (handle, replacement, store, finish) in
      store.perform { [self] in
        do throws(ServiceError) {
          try checkTakes(handle)
          let snapshot = try store.snapshot()
          let batch = try replacement.batch(request, from: handle.scope, snapshot)
          try core.quota.check(
            batch, from: handle.scope, replacing: { replacement.replacedSize(in: snapshot) }, core)
          try core.noteDeletions(of: batch, in: store)
          core.submit(batch, to: store, isReplacement: true) { [self] error in
            core.notePosition(of: store)
            if let error { return finish(error) }
            forget(request.handle, handle, in: store)
            core.endLacking(after: batch, in: store, isReplacement: true) { finish(nil) }
          }
        } catch {
          finish(error)
        }
      }
    }
  }

  /// Drops what was gathered.
  func abandonReplacement(_ number: UInt32, _ id: UInt64) {
    finishReplacement(number, id) { [self] (handle, _, store, finish) in
      forget(number, handle, in: store)
      finish(nil)
    }
  }

  /// Runs the end of a replacement once all that was gathered before is durable.
  private func finishReplacement(
    _ number: UInt32, _ id: UInt64,
    _ body:
      @escaping @Sendable (
        OpenIndexHandle, Replacement, ClassStore, @escaping @Sendable (ServiceError?) -> Void
      ) -> Void
  ) {
    guard let handle = handle(number, for: id) else { return }
    guard let replacement = handle.replacement, let store = handle.store else {
      return fail(ServiceError(.refused, "Nothing is gathered under the number \(number)."), id)
    }
    handle.order.add(whenFirst: { [self] turn in
      body(handle, replacement, store) { [self] error in
        handle.order.finish(turn) { self.send(error.map { .failed($0) } ?? .done, id) }
      }
    })
  }

  private func forget(_ number: UInt32, _ handle: OpenIndexHandle, in store: ClassStore) {
    removeHandle(number)
    core.quota.noteDeletion(of: handle.scope.app)
    store.dropStaging(of: handle)
  }
}

extension ClassStore {
  /// Drops what was gathered aside under a number, if anything was. Should that fail, it is dropped when the
  /// store is next opened; its name is not used again until then.
  func dropStaging(of handle: OpenIndexHandle) {
    guard let replacement = handle.replacement, replacement.beginsToDrop() else { return }
    let scope = handle.scope
    _ = staging.withLock { $0.dropped.insert(scope) }
    perform {
      guard let store = try? self.openWriter() else { return }
      store.dropScopes({ $0 == scope }) { error in
        if error == nil { self.staging.withLock { $0.remove(scope) } }
      }
    }
  }
}
