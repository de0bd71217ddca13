/// What is known of whether somebody sits before the machine, and what follows from it.
///
/// A value without effects: events go in, the answer comes out. While something is not known, the answer
/// is locked.
package struct LockEvidence: Equatable, Sendable {
  /// What logind tells of the session that the person sees.
  package enum Session: Equatable, Sendable {
    /// It was not told yet.
    case unknown
    /// There is no logind, or no session on a display.
    case none
    /// There is one; the hint says whether its screen is locked, as far as its locker tells.
    case present(isLocked: Bool)
  }

  /// Something that happened.
  package enum Event: Equatable, Sendable {
    /// logind told of the session, for the first time or because another is shown.
    case session(Session)
    /// The session's hint changed.
    case hint(isLocked: Bool)
    /// logind asked the session to lock its screen.
    case lockRequested
    /// logind asked the session to unlock its screen.
    case unlockRequested
    /// A screen saver became active or ended; named, since there may be several.
    case screenSaver(String, isActive: Bool)
    /// A screen saver's program ended.
    case screenSaverGone(String)
    /// The machine is about to sleep.
    case fallingAsleep
    /// The machine is awake.
    case awake
    /// The person gave the command to lock.
    case lockCommand
    /// The person gave the command to unlock.
    case unlockCommand
  }

  private var session = Session.unknown
  /// A lock that was asked for and not ended, whatever the hint says: not every locker sets it.
  private var isLockRequested = false
  private var activeScreenSavers: Set<String> = []
  private var isAsleep = false
  /// Says what a session would, where there is none; counts for as long as there is none.
  private var isUnlockedByCommand = false

  /// Knows nothing yet.
  package init() {}

  /// What nobody tells a second time: who goes on for another process has to be told by that one.
  package struct Memory: Equatable, Sendable {
    /// Whether a lock was asked for and not ended.
    package var isLockRequested: Bool
    /// Whether the machine was about to sleep.
    package var isAsleep: Bool

    /// Puts the parts together.
    package init(isLockRequested: Bool, isAsleep: Bool) {
      self.isLockRequested = isLockRequested
      self.isAsleep = isAsleep
    }
  }

  /// Goes on for another process. What can be asked is asked again.
  package init(remembering memory: Memory) {
    isLockRequested = memory.isLockRequested
    isAsleep = memory.isAsleep
  }

  /// What a process that goes on for this one has to be told.
  package var memory: Memory {
    Memory(isLockRequested: isLockRequested, isAsleep: isAsleep)
  }

  /// Whether the lockable classes have to be out of reach.
  package var isLocked: Bool {
    if isAsleep || isLockRequested || !activeScreenSavers.isEmpty { return true }
    switch session {
    case .unknown: return true
    case .none: return !isUnlockedByCommand
    case .present(let isLocked): return isLocked
    }
  }

  /// Whether somebody has locked the session, or the machine is about to sleep. Without such evidence classes
  /// may have to be out of reach all the same.
  package var isSessionLocked: Bool {
    isAsleep || isLockRequested || !activeScreenSavers.isEmpty
      || session == .present(isLocked: true)
  }

  /// Takes note of something that happened.
  package mutating func note(_ event: Event) {
    switch event {
    case .session(let session):
      self.session = session
      if session != .none { isUnlockedByCommand = false }
    case .hint(let isLocked):
      guard case .present(let before) = session else { return }
      session = .present(isLocked: isLocked)
      // The locker that took the hint back is the one that was asked to lock.
      if before, !isLocked { isLockRequested = false }
    case .lockRequested:
      isLockRequested = true
      isUnlockedByCommand = false
    case .unlockRequested:
      isLockRequested = false
    case .screenSaver(let name, isActive: true):
      activeScreenSavers.insert(name)
    case .screenSaver(let name, isActive: false):
      activeScreenSavers.remove(name)
    case .screenSaverGone(let name):
      // It cannot say any more that the screen was unlocked: the hint or the command has to.
      if activeScreenSavers.remove(name) != nil { isLockRequested = true }
    case .fallingAsleep:
      isAsleep = true
      // Whoever wakes the machine may be somebody else.
      isUnlockedByCommand = false
    case .awake:
      isAsleep = false
    case .lockCommand:
      isLockRequested = true
      isUnlockedByCommand = false
    case .unlockCommand:
      isLockRequested = false
      isUnlockedByCommand = session == .none
    }
  }
}
