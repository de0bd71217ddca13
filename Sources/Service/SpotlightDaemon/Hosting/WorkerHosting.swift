package import FresnelModel
package import FresnelPlatform
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
  ///   - done: Called once, on any thread: with the client's end of the socket, or with
  ///     ``ServiceError/Code/classLocked`` when the class cannot be read now.
  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void)

  /// Whether the items of each class can be read now. Those that are not told are open.
  var conditions: [ClassCondition] { get }

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

  /// Finds out whether an index has items of a class.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - protection: The class.
  ///   - done: Called once, on any thread; with ``ServiceError/Code/classLocked`` when the class is locked.
  func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void)

  /// Removes an app's items from all lockable classes; from locked ones when they are unlocked.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - done: Called once, when that is sure to happen.
  func removeApp(_ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void)

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

  /// Has nothing to remove.
  package func removeApp(
    _ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void
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
