internal import Dispatch
internal import FresnelModel
internal import FresnelProtection
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// What the doctor finds about the keys of classes, and mends.

extension Doctor {
  /// Classes that nothing on the disk can open any more. They are set aside where that is asked for; keys that a
  /// process still has in memory are written again first.
  static func lostKeys(
    of app: AppIdentity?, mends: Bool, _ context: DaemonContext
  ) -> [(protection: ProtectionClass, finding: JSONValue)] {
    let examination = KeyExamination(context.options.directories)
    return ProtectionClass.allCases.filter { $0 != .none }.compactMap { protection in
      guard !context.holdsKey(of: protection) else { return nil }
      let isSecretWrong = hasWrongSecret(protection, context)
      // What cannot be told is told of where keys are read, and stores opened.
      guard
        let loss = try? examination.loss(of: protection, isSecretWrong: isSecretWrong)
      else { return nil }
      guard mends, app == nil else {
        return (
          protection,
          finding(
            "keysMissing", .error, loss.message, protection: protection, isMendable: app == nil)
        )
      }
      return setAside(protection, loss, examination, context).map { (protection, $0) }
    }
  }

  /// Whether the process of a class finds now that its secret does not open its keys: it may have been put back since
  /// that was last looked at.
  private static func hasWrongSecret(
    _ protection: ProtectionClass, _ context: DaemonContext
  ) -> Bool {
    guard context.workers.hasLostSecret(of: protection) else { return false }
    let isKnown = DispatchSemaphore(value: 0)
    let isAnswered = Mutex(false)
    context.workers.whenKeyIsKnown(of: protection) { answered in
      isAnswered.withLock { $0 = answered }
      isKnown.signal()
    }
    isKnown.wait()
    // What was found earlier says nothing of now.
    return isAnswered.withLock { $0 } && context.workers.hasLostSecret(of: protection)
  }

  /// Sets a class aside that nothing opens, unless something does by now.
  private static func setAside(
    _ protection: ProtectionClass, _ loss: KeyLoss, _ examination: KeyExamination,
    _ context: DaemonContext
  ) -> JSONValue? {
    do throws(ProtectionError) {
      let places = try context.setAside(protection) {
        (isSecretWrong) throws(ProtectionError) -> [String] in
        // The file may have been put back, or written again, since it was looked at.
        guard let loss = try examination.loss(of: protection, isSecretWrong: isSecretWrong)
        else { return [] }
        return try examination.setAside(protection, loss)
      }
      if places.isEmpty { return nil }
      context.beginAnew(protection)
      return finding(
        "keysMissing", .error,
        "Nothing could open the class any more. What nobody can read is kept as "
          + "\(places.joined(separator: ", ")); apps have to index their items again.",
        protection: protection, isMended: true)
    } catch {
      return finding(
        "keysMissing", .error, "\(loss.message) Setting it aside failed: \(error.message)",
        protection: protection, isMendable: true)
    }
  }

  /// What is wrong with the files of keys of each class, in words for the end of a line.
  static func keyFaults(_ context: DaemonContext) -> [ProtectionClass: String] {
    ProtectionClass.allCases.filter { $0 != .none }.reduce(into: [:]) { faults, protection in
      let openers = ListKeys.openers(of: protection, context)
      if let failure = openers.failure {
        faults[protection] = failure
      } else if openers.methods.isEmpty, context.holdsKey(of: protection) {
        faults[protection] = "file of keys was deleted"
      }
    }
  }

  /// Classes whose keys can't be read, and those whose keys were written again: a process that has them in memory does
  /// so when its store is looked at.
  ///
  /// - Parameters:
  ///   - told: Classes that nothing opens any more.
  ///   - earlier: What was wrong before stores were looked at.
  ///   - context: The daemon.
  /// - Returns: The findings.
  static func keys(
    besides told: Set<ProtectionClass>, earlier: [ProtectionClass: String],
    _ context: DaemonContext
  ) -> [JSONValue] {
    let now = keyFaults(context)
    return ProtectionClass.allCases.filter { !told.contains($0) }.compactMap { protection in
      if let failure = now[protection] {
        return finding(
          "keysUnreadable", .error,
          context.holdsKey(of: protection)
            ? "The \(failure), and could not be written again yet. The class is open until the daemon ends: copy "
              + "what it holds with fresnel export, and see fresnel logs."
            : "The \(failure). The class can't be opened, and what apps change in it is refused.",
          protection: protection)
      }
      return earlier[protection].map { failure in
        finding(
          "keysUnreadable", .error,
          "The \(failure). The class was open, and they were written again from memory.",
          protection: protection, isMended: true)
      }
    }
  }
}
