package import FresnelModel
package import FresnelPlatform
package import FresnelProtection
package import SpotlightService
package import SpotlightWire

/// Runs a process for each protection class that is locked together with the session, and leads clients
/// to it.
///
/// Methods may be called on any thread and never wait.
package protocol WorkerHosting: Sendable {
  /// Makes a socket that leads to the process that serves a class.
  ///
  /// - Parameters:
  ///   - protection: A lockable class.
  ///   - peer: Who it is for; the worker believes what it is told of them.
  ///   - done: Called once, on any thread: with the client's end of the socket; with
  ///     ``ServiceError/Code/classLocked`` while the class is locked, or with
  ///     ``ServiceError/Code/unavailable`` while its process is given up.
  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void)

  /// Whether the items of each class can be read now. Those that are not told are open.
  var conditions: [ClassCondition] { get }

  /// Whether the session is locked, or asleep: not where the classes are closed only because nobody has opened
  /// them yet.
  var isSessionLocked: Bool { get }

  /// Why a class is unavailable; `nil` when it is not.
  func reason(of protection: ProtectionClass) -> WorkerReason?

  /// Calls the body when it is known whether the key of a class can be had: at once, unless its process looks for it.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Called once, on any thread; told whether the process of the class has said so. It has not where the class
  ///     is locked, or the process ended before: then nothing that it said earlier counts.
  func whenKeyIsKnown(
    of protection: ProtectionClass, _ body: @escaping @Sendable (_ isAnswered: Bool) -> Void)

  /// Whether a process has the key of a class. Keys that were deleted are written again first, if they are known.
  func holdsKey(of protection: ProtectionClass) -> Bool

  /// Whether the process of a class found last that its secret does not open its keys.
  func hasLostSecret(of protection: ProtectionClass) -> Bool

  /// Forgets the keys of a class, and has them and what they encrypt given other names. Nothing is sealed to the class
  /// meanwhile. Other than the other methods, it waits.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Gives them other names; told whether the process of the class has found that its secret does not open it.
  /// - Returns: What the body does.
  /// - Throws: What the body throws, or that something has opened the class.
  func setAside(
    _ protection: ProtectionClass,
    _ body: (_ isSecretWrong: Bool) throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String]

  /// Keeps a sealed change until its class is unlocked.
  ///
  /// - Parameters:
  ///   - changes: The change, which only the worker can open.
  ///   - protection: Its class.
  ///   - peer: Who sent it.
  ///   - done: Called once, on any thread, when the change is on the disk or could not be kept.
  func keep(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Has the process of a class know that an index is private to its app, before it carries out what is kept
  /// later.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - protection: Its class.
  ///   - done: Called once, on any thread, when that is on the disk or could not be kept.
  func keepPrivate(
    _ index: IndexScope, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// The classes that hold something, or may, and cannot be read now.
  var closedClasses: [ClassProblem] { get }

  /// Finds out whether an index has items of a class.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - protection: The class.
  ///   - done: Called once, on any thread; with ``ServiceError/Code/classLocked`` when the class is locked,
  ///     and ``ServiceError/Code/unavailable`` when it cannot be asked for another reason.
  func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void)

  /// Lists the indexes of a class, with what is in them; one without a store has none.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - done: Called once, on any thread; fails as ``holdsItems(_:in:_:)`` does.
  func listIndexes(
    in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[IndexReport], ServiceError>) -> Void)

  /// Looks at what is kept in a class for an app, or for all, as ``ServiceCore/examine(_:mends:)`` does.
  ///
  /// - Parameters:
  ///   - app: The app; `nil` for all.
  ///   - protection: The class.
  ///   - mends: Whether to mend what is found.
  ///   - done: Called once, on any thread, with what was found; fails as ``holdsItems(_:in:_:)`` does.
  func examine(
    _ app: AppIdentity?, in protection: ProtectionClass, mends: Bool,
    _ done: @escaping @Sendable (Result<[ServiceFinding], ServiceError>) -> Void)

  /// Compacts the store of a class, as ``ServiceCore/compact(_:)`` does.
  ///
  /// - Parameters:
  ///   - app: Only if it knows an index of this app.
  ///   - protection: The class.
  ///   - done: Called once, on any thread, with what came of it, or nothing of a class without a store; fails as
  ///     ``holdsItems(_:in:_:)`` does.
  func compact(
    _ app: AppIdentity?, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[CompactedStore], ServiceError>) -> Void)

  /// Has the processes read settings and manifests again.
  func settingsChanged()

  /// Removes an app's items from all lockable classes; from locked ones when they are unlocked.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - done: Called once, when that is sure to happen.
  func removeApp(_ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Gives an app's items in all lockable classes to another app; those in locked classes when they are unlocked.
  ///
  /// - Parameters:
  ///   - former: Whose they are.
  ///   - heir: Whose they are to be.
  ///   - done: Called once, when that is sure to happen.
  func adopt(
    _ former: AppIdentity, by heir: AppIdentity,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Ends the workers, so that nothing of the classes is left in memory.
  ///
  /// - Parameter done: Called once, when none of those lives that were there.
  func lock(_ done: @escaping @Sendable () -> Void)

  /// Starts the workers whose classes can be read again.
  ///
  /// - Parameter done: Called once, when they are being started or that was found not to be allowed.
  func unlock(_ done: @escaping @Sendable () -> Void)

  /// Ends the workers in good order because the daemon ends.
  ///
  /// - Parameter done: Called once, when none of them lives.
  func endAll(_ done: @escaping @Sendable () -> Void)
}

extension WorkerHosting {
  /// There is none.
  package var closedClasses: [ClassProblem] { [] }

  /// There is nobody who would lock it.
  package var isSessionLocked: Bool { false }

  /// Calls it at once: there is no process.
  package func whenKeyIsKnown(
    of protection: ProtectionClass, _ body: @escaping @Sendable (_ isAnswered: Bool) -> Void
  ) { body(false) }
}

/// Why the items of a class cannot be read though the session is unlocked.
package struct WorkerReason: Hashable, Sendable {
  /// The reason, in one sentence.
  package var message: String
  /// After what time it is tried again; `nil` when that is when somebody asks for the class.
  package var retry: Duration?

  /// Puts the parts together.
  package init(message: String, retry: Duration? = nil) {
    self.message = message
    self.retry = retry
  }
}

/// A daemon without lockable classes.
package struct NoWorkers: WorkerHosting {
  /// Makes it.
  package init() {}

  /// Says that there is none.
  package func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void
  ) {
    done(.failure(Self.locked))
  }

  /// Both lockable classes are locked.
  package var conditions: [ClassCondition] {
    ProtectionClass.allCases.filter(\.isLockable).map {
      ClassCondition(protection: $0, state: .locked)
    }
  }

  /// None is unavailable.
  package func reason(of protection: ProtectionClass) -> WorkerReason? { nil }

  /// There is no process.
  package func holdsKey(of protection: ProtectionClass) -> Bool { false }

  /// There is no process.
  package func hasLostSecret(of protection: ProtectionClass) -> Bool { false }

  /// Nothing is known of them.
  package func setAside(
    _ protection: ProtectionClass,
    _ body: (_ isSecretWrong: Bool) throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String] { try body(false) }

  /// Says that there is none.
  package func keep(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(Self.locked)
  }

  /// Says that there is none.
  package func keepPrivate(
    _ index: IndexScope, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(Self.locked)
  }

  /// Says that there is none.
  package func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    done(.failure(Self.locked))
  }

  /// Says that there is none.
  package func examine(
    _ app: AppIdentity?, in protection: ProtectionClass, mends: Bool,
    _ done: @escaping @Sendable (Result<[ServiceFinding], ServiceError>) -> Void
  ) {
    done(.failure(Self.locked))
  }

  /// Has nothing to list.
  package func listIndexes(
    in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[IndexReport], ServiceError>) -> Void
  ) {
    done(.success([]))
  }

  /// Has nothing to compact.
  package func compact(
    _ app: AppIdentity?, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<[CompactedStore], ServiceError>) -> Void
  ) {
    done(.success([]))
  }

  /// There is nobody to be told.
  package func settingsChanged() {}

  /// Has nothing to remove.
  package func removeApp(
    _ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(nil)
  }

  /// Has nothing to give.
  package func adopt(
    _ former: AppIdentity, by heir: AppIdentity,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(nil)
  }

  /// Is done at once.
  package func lock(_ done: @escaping @Sendable () -> Void) { done() }

  /// Is done at once.
  package func unlock(_ done: @escaping @Sendable () -> Void) { done() }

  /// Is done at once.
  package func endAll(_ done: @escaping @Sendable () -> Void) { done() }

  private static var locked: ServiceError {
    ServiceError(.classLocked, "This daemon has no process for classes that can be locked.")
  }
}
