internal import Dispatch
package import FresnelProtection
package import SpotlightWire
internal import Synchronization

// The wrapped keys of classes that are locked: no process has them open then, and who deletes them would cost all that
// is kept meanwhile.

extension WorkerHost {
  /// Whether a process has the key of a class. Keys that were deleted are written again first, if they are known.
  package func holdsKey(of protection: ProtectionClass) -> Bool {
    // What fails here is found by who looks at the disk.
    try? checkKeys(of: protection)
    return state.withLock { state in
      guard let slot = state.workers[protection] else { return false }
      return slot.hasKey && !slot.isDying
    }
  }

  /// Whether the process of a class found last that its secret does not open its keys.
  package func hasLostSecret(of protection: ProtectionClass) -> Bool {
    state.withLock { $0.workers[protection]?.isSecretLost == true }
  }

  /// Forgets the keys of a class, and has them and what they encrypt given other names. Meanwhile nothing is sealed to the
  /// class or written again, and later only what is sealed to other keys: what is acknowledged lies where it is found.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Gives them other names; not called where a process has the key by now. Told whether the process of the class
  ///     has found that its secret does not open it.
  /// - Returns: What the body does.
  /// - Throws: ``ProtectionError``: what the body throws, or ``ProtectionError/Code/system`` where it is not called.
  package func setAside(
    _ protection: ProtectionClass,
    _ body: (_ isSecretWrong: Bool) throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String] {
    guard let intake = intakes[protection] else { return try body(false) }
    return try intake.setAside { () throws(ProtectionError) in
      try keyWriting.withLock { (_) throws(ProtectionError) in
        let (hasKey, isSecretLost) = state.withLock { state in
          let slot = state.workers[protection]
          return (slot?.hasKey == true, slot?.isSecretLost == true)
        }
        // One that has just ended has its keys written again.
        guard !hasKey else {
          throw ProtectionError(.system, "Something has opened the class meanwhile.")
        }
        // First: what clients are told from here on is that there is no key to seal to.
        note(protection) { ($0.keyFile, $0.publicKey, $0.isSecretLost) = (nil, nil, false) }
        // What is still in its place then counts as before.
        defer { state.withLock { $0.workers[protection]?.hasUnreadKeys = true } }
        return try body(isSecretLost)
      }
    }
  }

  /// Sees to it that the disk has the keys of a class, where no process of the class does. It waits for the disk.
  ///
  /// - Throws: ``ServiceError`` when there are none: what is sealed to them could not be opened.
  func checkKeys(of protection: ProtectionClass) throws(ServiceError) {
    let (hasProcess, hasKey, isDying) = state.withLock { state in
      let slot = state.workers[protection]
      return (slot?.process != nil, slot?.hasKey == true, slot?.isDying == true)
    }
    // It writes the file, and checks that itself before it acknowledges anything.
    if hasKey, !isDying { return }
    do throws(ProtectionError) {
      try restoreKeys(of: protection) { () throws(ProtectionError) in
        guard hasProcess else { return true }
        // One that ends in good order may write them now.
        guard !isDying else { return false }
        // One without a key makes new ones where nothing is encrypted, and writes nothing where something is.
        return try ClassRemains(options.directories.classes).find(protection) != nil
      }
    } catch {
      throw ServiceError(error)
    }
  }

  /// Writes the keys of a class again, whose process has ended, where they were deleted or damaged meanwhile. It waits for
  /// the disk.
  func keepKeysOfEnded(_ protection: ProtectionClass) {
    guard state.withLock({ $0.workers[protection]?.keyFile != nil }) else { return }
    do throws(ProtectionError) {
      try restoreKeys(of: protection) { () throws(ProtectionError) in true }
    } catch {
      log.write(
        DaemonEvent(
          .keyUnavailable,
          "What opens the class was deleted or damaged, and is not written again. \(error.message)",
          protection: protection))
    }
  }

  /// Writes the keys of a class again where the disk has none or damaged ones, and checks that something opens them.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - mayWrite: Whether no process of the class writes them; asked where the disk has none.
  /// - Throws: ``ProtectionError`` when there are none.
  private func restoreKeys(
    of protection: ProtectionClass, _ mayWrite: () throws(ProtectionError) -> Bool
  ) throws(ProtectionError) {
    let directory = KeyDirectory(options.directories.keys)
    // It may wait for other files, which nobody else needs to wait for.
    let isWriter = try lossOfFile(in: directory, protection) != nil ? try mayWrite() : false
    try keyWriting.withLock { (_) throws(ProtectionError) in
      if let loss = try lossOfFile(in: directory, protection) {
        guard isWriter, let file = state.withLock({ $0.workers[protection]?.keyFile }) else {
          throw loss
        }
        _ = try directory.restore(file)
        log.write(
          DaemonEvent(
            .storeDamaged,
            "The wrapped key of the class was deleted or damaged; it is written again.",
            protection: protection))
      }
      // Its process alone knows the secret, and can write it again.
      guard
        let loss = try KeyExamination(options.directories).loss(
          of: protection, isSecretWrong: hasLostSecret(of: protection))
      else { return }
      throw ProtectionError(.secretLost, loss.message)
    }
  }

  /// Why the file of keys of a class cannot be used; `nil` where it can. One that is sound counts, also where it is not
  /// the one known here: the process of the class may have changed it, and ended before it told of that.
  ///
  /// - Throws: ``ProtectionError`` when that cannot be told.
  private func lossOfFile(
    in directory: KeyDirectory, _ protection: ProtectionClass
  ) throws(ProtectionError) -> ProtectionError? {
    do throws(ProtectionError) {
      if try directory.read(protection) != nil { return nil }
      return ProtectionError(.keysMissing, "There are none in \(directory.path).")
    } catch {
      guard error.code == .damaged else { throw error }
      return error
    }
  }

  /// Reads the keys of all classes, whose processes have ended.
  func rememberKeys() {
    DispatchQueue(label: "fresnel.keys.reading").async { [self] in
      for protection in Self.classes {
        guard let file = try? KeyDirectory(options.directories.keys).read(protection) else {
          continue
        }
        state.withLock { state in
          guard state.isLocked else { return }
          state.workers[protection]?.keyFile = file
        }
      }
    }
  }
}
