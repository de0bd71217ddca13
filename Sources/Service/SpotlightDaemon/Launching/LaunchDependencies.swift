package import FresnelLaunching
package import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

/// What launching needs of the rest of the daemon. Closures may be called on any thread; those without a
/// completion may take the time that reading files takes.
package struct LaunchDependencies: Sendable {
  /// What is known of an item before its app is started for it.
  package enum ItemPresence: Sendable {
    /// It is there; in an index of this class, or of one that is served elsewhere.
    case isThere(ProtectionClass?)
    /// The app has deleted it.
    case isGone
    /// It cannot be told, or its class is locked.
    case failure(ServiceError)
  }

  /// Finds out whether an item is there.
  package var findItem:
    @Sendable (IndexScope, _ item: String, @escaping @Sendable (ItemPresence) -> Void) -> Void
  /// Gathers the facts about a target and its app, but those about clients.
  package var facts: @Sendable (WireTarget) -> LaunchFacts
  /// The target with the app that is to open it, where it names none and one is known.
  package var addressed: @Sendable (WireTarget) -> WireTarget = { $0 }
  /// The apps in which searches can go on, the likeliest first; it is told which apps have a client that takes
  /// activities.
  package var continuationApps: @Sendable (_ isRunning: (AppIdentity) -> Bool) -> [ContinuationApp]
  /// Whether the session is locked: then nothing is opened.
  package var isLocked: @Sendable () -> Bool = { false }
  /// How long apps may take.
  package var times = LaunchTimes()
  /// Nanoseconds of a clock that only goes forward.
  package var clock: @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
  /// Remembers what people choose.
  package var memory = LaunchMemory()
  /// Writes down what could not be opened.
  package var log: @Sendable (DaemonEvent) -> Void = { _ in }

  /// Puts the closures together; the others stand for a daemon that remembers nothing.
  package init(
    findItem:
      @escaping @Sendable (
        IndexScope, _ item: String, @escaping @Sendable (ItemPresence) -> Void
      ) -> Void,
    facts: @escaping @Sendable (WireTarget) -> LaunchFacts,
    continuationApps:
      @escaping @Sendable (_ isRunning: (AppIdentity) -> Bool) -> [ContinuationApp]
  ) {
    self.findItem = findItem
    self.facts = facts
    self.continuationApps = continuationApps
  }
}

/// How long apps may take to open something.
package struct LaunchTimes: Hashable, Sendable {
  /// Until an app that is there says whether it takes something.
  package var answer: Duration = .seconds(10)
  /// Until an app that is started asks for what to open.
  package var asking: Duration = .seconds(20)
  /// The same for an app whose first process has ended in good order: another one may go on for it.
  package var askingAfterEnd: Duration = .seconds(5)
  /// Until an app that took something shows it.
  package var showing: Duration = .seconds(5)
  /// Until an opener of which nothing is heard counts as one that has opened something.
  package var opener: Duration = StartedProgram.openerPatience

  /// The usual times.
  package init() {}
}

/// What is remembered of what people choose, by who keeps it. Closures may be called on any thread and return
/// at once.
package struct LaunchMemory: Sendable {
  /// Notes that an app has taken what was chosen; an item is of an index of this class, if it is known. The text is
  /// what was typed to find it.
  package typealias Noting = @Sendable (ProtectionClass?, _ text: String) -> Void

  /// The person has chosen something: gives what is called when an app has taken it. What is forgotten in between
  /// is not noted.
  package var beginChoice: @Sendable (WireTarget) -> Noting = { _ in { _, _ in } }
  /// It is known how long it took, or that nobody knows; or nothing was opened.
  package var noteTime: @Sendable (WireTarget, _ milliseconds: UInt32?, _ failed: Bool) -> Void = {
    _, _, _ in
  }

  /// Remembers nothing.
  package init() {}
}
