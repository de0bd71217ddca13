internal import Dispatch
package import FresnelModel
internal import FresnelProtection
internal import FresnelStorage
package import SpotlightWire
internal import Synchronization

// What is kept for a class until its process can carry it out.

extension WorkerHost {
  /// Keeps a sealed change until its class is unlocked; carried out at once if it is by now.
  package func keep(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keep(IntakeRecord(app: peer.app.identifier, .sealed(changes)), for: protection, done)
  }

  /// Keeps the news that an index is private; passed on at once if its class is unlocked.
  package func keepPrivate(
    _ index: IndexScope, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keep(IntakeRecord(app: index.app, .privateIndex(index.index)), for: protection, done)
  }

  /// Removes an app's items, now or when the classes are unlocked.
  package func removeApp(
    _ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keepEverywhere(IntakeRecord(app: app.identifier, .removal), done)
  }

  /// Gives an app's items to another, now or when the classes are unlocked.
  package func adopt(
    _ former: AppIdentity, by heir: AppIdentity,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keepEverywhere(IntakeRecord(app: heir.identifier, .adoption(of: former.identifier)), done)
  }

  /// Keeps a record for all classes that have a store.
  private func keepEverywhere(
    _ record: IntakeRecord, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let group = DispatchGroup()
    let failure = Mutex<ServiceError?>(nil)
    let classes = state.withLock { state in
      Self.classes.filter { state.workers[$0]?.hasStore == true }
    }
    for protection in classes {
      group.enter()
      keep(record, for: protection) { error in
        if let error { failure.withLock { $0 = error } }
        group.leave()
      }
    }
    group.notify(queue: DispatchQueue(label: "fresnel.removal")) { done(failure.withLock { $0 }) }
  }

  private func keep(
    _ record: IntakeRecord, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard let intake = intakes[protection] else {
      return done(ServiceError(.unsupported, "The protection class cannot be locked."))
    }
    // Also when it fails: something of it may be there.
    state.withLock { state in
      state.workers[protection]?.hasStore = true
      state.workers[protection]?.mayHaveChanged()
    }
    intake.append(record) { [weak self] () throws(ServiceError) in
      if case .sealed = record.content { try self?.checkKeys(of: protection) }
    } _: { [weak self] error in
      self?.state.withLock { $0.workers[protection]?.mayHaveChanged() }
      guard error == nil, let self else { return done(error) }
      // It is kept now, whatever becomes of it. Where the class is open already it is carried out before it
      // is answered: what the client sends next goes to the worker, and must not overtake it.
      drain(protection) { done(nil) }
    }
  }

  /// Has a worker that has its key carry out what waits, and serve its clients then. One that has no key yet
  /// does so when it has; where none runs though the class is open, one is started.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - done: Called once, when as much was carried out as can be now.
  func drain(
    _ protection: ProtectionClass, _ done: @escaping @Sendable () -> Void = {}
  ) {
    let process = state.withLock { state -> WorkerProcess? in
      guard !state.isLocked, !state.isEnding, let slot = state.workers[protection] else {
        return nil
      }
      if slot.process == nil { _ = worker(of: protection, in: &state) }
      return slot.hasKey ? slot.process : nil
    }
    guard let process, let intake = intakes[protection] else { return done() }
    intake.drain {
      process.carryOut($0, $1)
    } noteStrange: { [log] count in
      log.write(
        DaemonEvent(
          .storeDamaged,
          "\(count) of the records that waited for a class make no sense; they are set aside in its intake.",
          protection: protection))
    } _: { [weak self] result in
      defer { done() }
      switch result {
      case .success(true):
        self?.note(protection) { $0.intakeFailure = nil }
        process.order(.serve)
      // One that cannot take what waits must not serve: a new one tries again, a few times.
      case .success(false): process.kill()
      case .failure(let error):
        self?.noteFailure(error, of: protection)
        process.kill()
      }
    }
  }

  /// What waits for a class cannot be read, or not be forgotten.
  private func noteFailure(_ error: StorageError, of protection: ProtectionClass) {
    let reason = "What waits for it cannot be carried out. \(error.message)"
    log.write(
      DaemonEvent(
        .storeDamaged, "What waits for a class cannot be carried out. \(error.message)",
        protection: protection))
    note(protection) { $0.intakeFailure = reason }
  }
}
