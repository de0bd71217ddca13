internal import Dispatch
internal import FresnelProtection
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

  /// Takes note that the keys of a class were set aside: none of them is written again or sealed to.
  package func keysWereSetAside(of protection: ProtectionClass) {
    note(protection) { slot in
      (slot.keyFile, slot.publicKey, slot.isSecretLost) = (nil, nil, false)
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

  /// Writes the keys of a class again, whose process has ended, where they were deleted meanwhile.
  func keepKeysOfEnded(_ protection: ProtectionClass) {
    guard state.withLock({ $0.workers[protection]?.keyFile != nil }) else { return }
    do throws(ProtectionError) {
      try restoreKeys(of: protection) { () throws(ProtectionError) in true }
    } catch {
      log.write(
        DaemonEvent(
          .keyUnavailable,
          "What opens the class was deleted and is not written again. \(error.message)",
          protection: protection))
    }
  }

  /// Writes the keys of a class again where the disk has none, and checks that something opens them.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - mayWrite: Whether no process of the class writes them; asked where there are none.
  /// - Throws: ``ProtectionError`` when there are none.
  private func restoreKeys(
    of protection: ProtectionClass, _ mayWrite: () throws(ProtectionError) -> Bool
  ) throws(ProtectionError) {
    try keyWriting.withLock { (_) throws(ProtectionError) in
      let directory = KeyDirectory(options.directories.keys)
      if try !directory.hasFile(of: protection) {
        guard let file = state.withLock({ $0.workers[protection]?.keyFile }), try mayWrite() else {
          throw ProtectionError(.keysMissing, "There are none in \(directory.path).")
        }
        try directory.replace(with: file)
        log.write(
          DaemonEvent(
            .storeDamaged, "The wrapped key of the class was deleted; it is written again.",
            protection: protection))
      }
      // Its process alone knows the secret, and can write it again.
      guard
        let loss = try KeyExamination(options.directories).loss(
          of: protection, isSecretWrong: false)
      else { return }
      throw ProtectionError(.secretLost, loss.message)
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
