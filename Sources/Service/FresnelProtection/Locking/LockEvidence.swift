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
    /// logind named the session that is followed from now on: the first one, another one, or the same one
    /// again after logind was gone. Whether it is locked is not known yet.
    case shown(String)
    /// logind told of the session, or that there is none.
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
    /// The machine was about to sleep, and woke while nobody listened.
    case awokeUnheard

    /// Whether it ends what a person could do until now, also where classes are locked already: not every locker
    /// tells that its lock is over, and without a session classes begin locked.
    var isOrderToLock: Bool {
      switch self {
      case .lockRequested, .lockCommand, .fallingAsleep: true
      default: false
      }
    }
  }

  private var session = Session.unknown
  /// The session that is followed; empty before logind has named one.
  private var shown = ""
  /// A lock that was asked for and not ended, whatever the hint says: not every locker sets it.
  private var isLockRequested = false
  /// The session whose hint has said since that it is locked. Its locker sets it, so that the hint, when it
  /// says otherwise, takes the lock back.
  private var hintedSession: String?
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
    /// The session whose hint has said since that it is locked; `nil` when none has. Not every locker sets it:
    /// where it was not seen, that it says nothing of a lock means nothing.
    package var hintedSession: String?
    /// Whether the machine was about to sleep.
    package var isAsleep: Bool

    /// Puts the parts together.
    package init(isLockRequested: Bool, hintedSession: String? = nil, isAsleep: Bool) {
      self.isLockRequested = isLockRequested
      self.hintedSession = hintedSession
      self.isAsleep = isAsleep
    }
  }

  /// Goes on for another process. What can be asked is asked again.
  package init(remembering memory: Memory) {
    isLockRequested = memory.isLockRequested
    hintedSession = memory.hintedSession
    isAsleep = memory.isAsleep
  }

  /// What a process that goes on for this one has to be told.
  package var memory: Memory {
    Memory(
      isLockRequested: isLockRequested, hintedSession: hintedSession, isAsleep: isAsleep)
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

  /// Whether the session is locked, or nobody has said yet that it is not. Where there is none, nothing shows it locked.
  package var mayBeLocked: Bool { isSessionLocked || session == .unknown }

  /// Takes note of something that happened.
  package mutating func note(_ event: Event) {
    switch event {
    case .shown(let name):
      shown = name
      // What another session's hint says is nothing about this one's lock.
      if hintedSession != name { hintedSession = nil }
      tell(of: .unknown)
    case .session(let session):
      tell(of: session)
    case .hint(let isLocked):
      guard case .present = session else { return }
      tell(of: .present(isLocked: isLocked))
    case .lockRequested, .lockCommand:
      requestLock()
      isUnlockedByCommand = false
    case .unlockRequested:
      endLockRequest()
    case .screenSaver(let name, isActive: true):
      activeScreenSavers.insert(name)
    case .screenSaver(let name, isActive: false):
      activeScreenSavers.remove(name)
    case .screenSaverGone(let name):
      // It cannot say any more that the screen was unlocked: the hint or the command has to.
      if activeScreenSavers.remove(name) != nil { requestLock() }
    case .fallingAsleep:
      isAsleep = true
      // Whoever wakes the machine may be somebody else.
      isUnlockedByCommand = false
    case .awake:
      isAsleep = false
    case .awokeUnheard:
      // As before: a hint that was seen, and now says otherwise, or the command has to open.
      if !isLockRequested { requestLock() }
      isAsleep = false
    case .unlockCommand:
      endLockRequest()
      isUnlockedByCommand = session == .none
    }
  }

  private mutating func tell(of session: Session) {
    self.session = session
    if session != .none { isUnlockedByCommand = false }
    switch session {
    case .unknown, .none: break
    case .present(isLocked: true): noteHint()
    // The locker that took the hint back is the one that was asked to lock. The first that a process hears
    // may be this, when another process has seen the hint before it.
    case .present(isLocked: false): if hintedSession != nil { endLockRequest() }
    }
  }

  private mutating func requestLock() {
    isLockRequested = true
    // What was seen for an older request is not yet an answer to this one.
    hintedSession = nil
    noteHint()
  }

  private mutating func endLockRequest() {
    isLockRequested = false
    hintedSession = nil
  }

  /// Takes note of a hint that says locked while a lock is asked for.
  private mutating func noteHint() {
    if isLockRequested, session == .present(isLocked: true) { hintedSession = shown }
  }
}
