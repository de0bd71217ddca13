internal import Dispatch
package import FresnelModel
package import FresnelPlatform
internal import FresnelProtection
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// Runs the processes of lockable classes, ends them when the session is locked, and keeps what is to
/// happen to a class meanwhile.
package final class WorkerHost: WorkerHosting {
  /// Who is told that a class was locked, opened or given up, before anything else happens because of it.
  /// Returns whether anybody was there to hear it.
  package typealias Announcement = @Sendable ([ClassCondition]) -> Bool
  /// Who gives an app's extension a channel to a class, and tells why there is none.
  package typealias ExtensionLeader =
    @Sendable (
      _ app: AppIdentity, _ protection: ProtectionClass, _ reason: String,
      _ done: @escaping @Sendable (ServiceError?) -> Void
    ) -> Void

  struct State {
    var isLocked = true
    /// Whether the session is unlocked, and the classes are opened when their keys were looked after.
    var isToOpen = false
    var isEnding = false
    var workers: [ProtectionClass: WorkerSlot] = [:]
    /// Called when none of the workers that were told to end lives any more.
    var whenNoneIsEnding: [@Sendable () -> Void] = []
    var announce: Announcement = { _ in false }
    var leadExtension: ExtensionLeader?
    var locked: @Sendable () -> Bool = { false }
  }

  /// The classes that have a process each.
  static let classes = ProtectionClass.allCases.filter(\.isLockable)

  let options: DaemonOptions
  let loop: EventLoop
  let log: DaemonLog
  let extensions: any ExtensionHosting
  /// What runs as the process of a class.
  let program: String
  let intakes: [ProtectionClass: ClassIntake]
  let state = Mutex(State())
  /// Held while files of keys are written here, or given other names.
  let keyWriting = Mutex(())
  /// Where files of keys are written that the loop's thread cannot wait for.
  let keyQueue = DispatchQueue(label: "fresnel.keys.writing")
  /// Set once, when all that it tells can be taken.
  let monitor = Mutex<LockMonitor?>(nil)

  /// Makes a host; the classes are locked.
  ///
  /// - Parameters:
  ///   - options: Those of main.
  ///   - loop: Main's.
  ///   - log: Where events are written down.
  ///   - extensions: Hears what passes between extensions and the processes.
  ///   - program: What runs as the process of a class: the file that this process runs, even when another one
  ///     is installed by now.
  ///   - restarts: When a process that ended by itself is started again.
  package init(
    _ options: DaemonOptions, loop: EventLoop, log: DaemonLog, extensions: any ExtensionHosting,
    program: String = "/proc/self/exe", restarts: WorkerRestarts.Rules = WorkerRestarts.Rules()
  ) {
    self.extensions = extensions
    self.options = options
    self.loop = loop
    self.log = log
    self.program = program
    intakes = Dictionary(
      uniqueKeysWithValues: Self.classes.map { protection in
        let path = "\(options.directories.classes)/\(protection.name)/intake"
        return (protection, ClassIntake(SealedIntake(path)))
      })
    state.withLock { state in
      for protection in Self.classes {
        state.workers[protection] = Self.slot(of: protection, options, restarts, log)
      }
    }
  }

  /// What the disk says of a class: looked at once, since those who ask cannot wait for it.
  private static func slot(
    of protection: ProtectionClass, _ options: DaemonOptions, _ restarts: WorkerRestarts.Rules,
    _ log: DaemonLog
  ) -> WorkerSlot {
    var slot = WorkerSlot(restarts)
    do throws(ProtectionError) {
      slot.keyFile = try KeyDirectory(options.directories.keys).read(protection)
      slot.publicKey = slot.keyFile?.publicKey
    } catch {
      slot.hasUnreadKeys = true
      log.write(
        DaemonEvent(
          .keyUnavailable,
          "The \(ListKeys.sentence(error)). What apps change while the class is locked is refused.",
          protection: protection))
    }
    let directory = "\(options.directories.classes)/\(protection.name)"
    slot.hasStore =
      FileSystem.mayExist(directory + "/store") || FileSystem.mayExist(directory + "/intake")
    return slot
  }

  // MARK: - What is known of the classes

  /// Whether the items of each lockable class can be read now. Who hears that the process of one is given up
  /// waits for it to be tried again.
  package var conditions: [ClassCondition] {
    let conditions = currentConditions
    readKeysAgain()
    for condition in conditions where condition.state == .unavailable {
      retryLater(condition.protection)
    }
    return conditions
  }

  /// Asks the disk again for keys that could not be read. Who hears the conditions is told when it has them.
  private func readKeysAgain() {
    let unread = state.withLock { state in
      Self.classes.filter { protection in
        // One asks at a time.
        defer { state.workers[protection]?.hasUnreadKeys = false }
        return state.workers[protection]?.hasUnreadKeys == true
      }
    }
    guard !unread.isEmpty else { return }
    DispatchQueue(label: "fresnel.keys.reading").async { [self] in
      for protection in unread {
        do throws(ProtectionError) {
          let file = try KeyDirectory(options.directories.keys).read(protection)
          note(protection) { slot in
            slot.publicKey = slot.publicKey ?? file?.publicKey
            slot.keyFile = slot.keyFile ?? file
          }
        } catch {
          state.withLock { $0.workers[protection]?.hasUnreadKeys = true }
        }
      }
    }
  }

  /// The same, for those of whom it is not known yet that they hear it.
  var currentConditions: [ClassCondition] {
    state.withLock { state in
      Self.classes.map { protection in
        ClassCondition(
          protection: protection,
          state: state.isLocked ? .locked : state.workers[protection]?.condition ?? .locked,
          publicKey: state.workers[protection]?.publicKey)
      }
    }
  }

  /// Why a class is unavailable, and when its process is tried again.
  package func reason(of protection: ProtectionClass) -> WorkerReason? {
    let now = MonotonicClock.nanoseconds
    return state.withLock { state in
      guard !state.isLocked, let slot = state.workers[protection], slot.condition == .unavailable
      else { return nil }
      let rest = slot.pauseEnd.map { $0 > now ? Duration.nanoseconds(Int64($0 - now)) : .zero }
      return WorkerReason(message: slot.reason ?? "Its key is looked for.", retry: rest)
    }
  }

  /// The classes that hold something, or may, and cannot be read now. It may look at the disk.
  package var closedClasses: [ClassProblem] {
    let problems = state.withLock { state in
      Self.classes.compactMap { protection -> ClassProblem? in
        guard let slot = state.workers[protection], slot.hasStore,
          state.isLocked || slot.condition == .unavailable
        else { return nil }
        return ClassProblem(protection, closed(protection, in: state))
      }
    }
    return problems.filter { !isKnownEmpty($0.protection) }
  }

  /// Whether a class that cannot be read now is known to hold nothing, as one whose process was started for a
  /// passphrase alone: nothing of it is missed. It may look at the disk.
  private func isKnownEmpty(_ protection: ProtectionClass) -> Bool {
    let (known, count) = state.withLock { state -> (Bool?, Int) in
      // One that serves, or has yet to write down what it served, may hold what the disk does not tell.
      guard let slot = state.workers[protection], !slot.hasKey, !slot.isDying else {
        return (false, 0)
      }
      return (slot.isEmpty, slot.changeCount)
    }
    if let known { return known }
    let core = WorkerService.coreOptions(of: protection, options, key: .awaited)
    let isEmpty =
      (!hasFiles(protection) || ServiceCore.isNotedEmpty(protection, core))
      && intakes[protection]?.isEmpty ?? false
    state.withLock { state in
      guard state.workers[protection]?.changeCount == count else { return }
      state.workers[protection]?.isEmpty = isEmpty
    }
    return isEmpty
  }

  /// Whether there is, or may be, a store of a class, or was one that somebody removed.
  private func hasFiles(_ protection: ProtectionClass) -> Bool {
    let directory = "\(options.directories.classes)/\(protection.name)"
    return [
      directory + "/store", directory + "/ledger", options.directories.positions(of: protection),
    ]
    .contains(where: FileSystem.mayExist)
  }

  /// Why nothing can be asked of a class now. The lock is held.
  func closed(_ protection: ProtectionClass, in state: borrowing State) -> ServiceError {
    guard !state.isLocked, !state.isEnding else {
      return ServiceError(
        .classLocked, "The protection class is locked; unlock the session, or run fresnel unlock.")
    }
    let reason = state.workers[protection]?.reason ?? "Its process has just ended."
    return ServiceError(
      .unavailable, "The protection class \(protection.name) cannot be read now. \(reason)")
  }

  // MARK: - Channels and questions

  /// Makes a socket that leads to a class's process, which is started for it if it is not there.
  package func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void
  ) {
    enum Way {
      case none(ServiceError), later
      case through(WorkerProcess)
    }
    let way = state.withLock { state -> Way in
      guard !state.isLocked, !state.isEnding else { return .none(closed(protection, in: state)) }
      if state.workers[protection]?.isDying == true {
        // Unlocked again already, or crashed: what is passed to the old process would end with it.
        state.workers[protection]?.whenEnded.append { [weak self] in
          self?.channel(to: protection, for: peer, done)
        }
        return .later
      }
      return worker(of: protection, in: &state).map(Way.through)
        ?? .none(closed(protection, in: state))
    }
    switch way {
    case .later: break
    case .none(let error):
      retryLater(protection)
      done(.failure(error))
    case .through(let process):
      do throws(ServiceError) {
        done(.success(try process.channel(for: peer)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Asks the process of a class whether an index has items there.
  package func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    ask(.lookForItems(index), of: protection) { answer in
      done(
        answer.flatMap { answer in
          if case .holdsItems(let isFound) = answer { return .success(isFound) }
          return .failure(Self.isBusy)
        })
    }
  }

  /// Has the process of a class list its indexes.
  package func listIndexes(
    in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[IndexReport], ServiceError>) -> Void
  ) {
    ask(.listIndexes, of: protection) { answer in
      done(
        answer.flatMap { answer in
          if case .indexes(let indexes) = answer { return .success(indexes) }
          return .failure(Self.isBusy)
        })
    }
  }

  /// Has the process of a class look at its store.
  package func examine(
    _ app: AppIdentity?, in protection: ProtectionClass, mends: Bool,
    _ done: @escaping @Sendable (Result<[ServiceFinding], ServiceError>) -> Void
  ) {
    ask(.examine(app, mends: mends), of: protection) { answer in
      done(
        answer.flatMap { answer in
          if case .found(let findings) = answer { return .success(findings) }
          return .failure(Self.isBusy)
        })
    }
  }

  /// Has the process of a class compact its store.
  package func compact(
    _ app: AppIdentity?, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[CompactedStore], ServiceError>) -> Void
  ) {
    ask(.compact(app), of: protection) { answer in
      done(
        answer.flatMap { answer in
          if case .compacted(let stores) = answer { return .success(stores) }
          return .failure(Self.isBusy)
        })
    }
  }

  private static let isBusy = ServiceError(
    .unavailable, "The process of the protection class does not serve yet.")

  /// Asks the process of a class something; one without a store has nothing to ask.
  func ask(
    _ question: WorkerQuestion, of protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<WorkerAnswer, ServiceError>) -> Void
  ) {
    let found = state.withLock { state -> Result<WorkerProcess?, ServiceError> in
      guard state.workers[protection]?.hasStore == true else { return .success(nil) }
      guard !state.isLocked, let process = state.workers[protection]?.process else {
        return .failure(closed(protection, in: state))
      }
      return .success(process)
    }
    switch found {
    case .failure(let error):
      let isAnswered = question.mayTrustNotes && isKnownEmpty(protection)
      done(isAnswered ? .success(question.answerOfNone) : .failure(error))
    case .success(nil): done(.success(question.answerOfNone))
    case .success(let process?):
      process.ask(question) { done($0.map { .success($0) } ?? .failure(Self.isBusy)) }
    }
  }

  /// Has the processes read the settings and manifests again.
  package func settingsChanged() {
    let processes = state.withLock { $0.workers.values.compactMap(\.process) }
    for process in processes { process.order(.reload) }
  }
}
