internal import Dispatch
internal import FresnelProtection
package import SpotlightWire
internal import Synchronization

// The wrapped keys of classes that are locked: no process has them open then, and who deletes them would cost all that
// is kept meanwhile.

extension WorkerHost {
  /// Whether the keys of a class are on the disk, or in the memory of a process that writes them again.
  package func keepsKeys(of protection: ProtectionClass) -> Bool {
    let (isOpen, hasProcess) = state.withLock { state in
      let slot = state.workers[protection]
      return (slot?.hasKey == true, slot?.process != nil)
    }
    if isOpen { return true }
    // A process that was not given the key has nothing to write again.
    if hasProcess {
      return (try? KeyDirectory(options.directories.keys).hasFile(of: protection)) == true
    }
    do throws(ServiceError) {
      try checkKeys(of: protection)
      return true
    } catch {
      return false
    }
  }

  /// Sees to it that the disk has the keys of a class, where no process of the class does. It waits for the disk.
  ///
  /// - Throws: ``ServiceError`` when there are none: what is sealed to them could not be opened.
  func checkKeys(of protection: ProtectionClass) throws(ServiceError) {
    let (hasProcess, file) = state.withLock { state in
      (state.workers[protection]?.process != nil, state.workers[protection]?.keyFile)
    }
    // It writes the file, and checks that itself before it acknowledges anything.
    if hasProcess { return }
    let directory = KeyDirectory(options.directories.keys)
    do throws(ProtectionError) {
      if try directory.hasFile(of: protection) { return }
      guard let file else {
        throw ProtectionError(.keysMissing, "There are none in \(directory.path).")
      }
      try directory.replace(with: file)
      log.write(
        DaemonEvent(
          .storeDamaged, "The wrapped key of the class was deleted; it is written again.",
          protection: protection))
    } catch {
      throw ServiceError(error)
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
