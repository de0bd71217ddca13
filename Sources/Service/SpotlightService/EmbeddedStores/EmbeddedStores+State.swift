internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import SpotlightWire

// What is known of the stores that apps keep themselves, and of the look at them that goes on.

extension EmbeddedStores {
  /// One look at the directories.
  final class Look: Sendable {
    /// Whether stores that could not be opened are tried again: some fail only after much was read of them.
    let triesAgain: Bool
    let beginning: UInt64
    let end = DispatchGroup()

    init(triesAgain: Bool, at beginning: UInt64) {
      self.triesAgain = triesAgain
      self.beginning = beginning
      end.enter()
    }
  }

  struct State {
    var stores: [EmbeddedStoreDirectory: Store] = [:]
    /// The directories that are open as ``stores``, by which it is seen that another one has come to a path.
    var identities: [EmbeddedStoreDirectory: LeavingStores.Identity] = [:]
    /// When all directories were last looked at; `nil` when the next search is to look at all.
    var triedAt: UInt64?
    /// Whether it is known where stores may be: not before the first list is made.
    var isListed = false { didSet { problems = nil } }
    /// Directories that were found, and that no look has come to yet.
    var pending: Set<EmbeddedStoreDirectory> = [] { didSet { problems = nil } }
    /// What is left out as the core takes it over.
    var leaving = LeavingStores() { didSet { problems = nil } }
    /// Why not every store was found when they were listed.
    var listFailure: String? { didSet { problems = nil } }
    /// Why stores that are there are not open.
    var failures: [EmbeddedStoreDirectory: String] = [:] { didSet { problems = nil } }
    /// What is left out, as searches are told; `nil` when it has to be put together anew.
    var problems: [EmbeddedStoreProblem]?
    var refreshedAt: UInt64 = 0
    var usedAt: UInt64 = 0
    var isTimed = false
    /// The look that goes on, what it looks at now, and whether a search has stopped waiting for it.
    var look: Look?
    var current: EmbeddedStoreDirectory?
    var isLate = false
    /// What was left out when a search stopped waiting for the look.
    var problemsWhenLate: [EmbeddedStoreProblem] = []
    /// Whether the look has opened or closed a store.
    var hasNews = false
    /// How often a take-over began, was complete or ended.
    var takeOverCount: UInt64 = 0
    /// How often stores were closed as their app was removed.
    var removalCount: UInt64 = 0
    /// The look that lists where stores may be, also after it was given up.
    var lister: Look?
    /// Where stores were when they were last listed.
    var listed: [EmbeddedStoreDirectory] = []
    /// What looks that were given up hang at.
    var stuck: Set<EmbeddedStoreDirectory> = [] { didSet { problems = nil } }

    /// What is left out: one problem of each app, however many of its stores cannot be read.
    mutating func leftOut() -> [EmbeddedStoreProblem] {
      if let problems { return problems }
      var reasons: [AppIdentity: String] = [:]
      func note(_ reason: String, of app: AppIdentity) {
        reasons[app] = reasons[app].map { min($0, reason) } ?? reason
      }
      for directory in pending where failures[directory] == nil {
        note("It is still being opened.", of: directory.app)
      }
      for directory in leaving.incomplete {
        note("It is being taken over.", of: directory.app)
      }
      for directory in stuck where failures[directory] == nil {
        note("\(directory.path) does not answer.", of: directory.app)
      }
      for (directory, reason) in failures { note(reason, of: directory.app) }
      let reason = isListed ? listFailure : "They are still being listed."
      let problems =
        (reason.map { [EmbeddedStoreProblem(app: nil, reason: $0)] } ?? [])
        + reasons.sorted { $0.key.identifier < $1.key.identifier }.map {
          EmbeddedStoreProblem(app: $0.key, reason: $0.value)
        }
      self.problems = problems
      return problems
    }

    /// Begins a look if one is due, and there is something to look at.
    mutating func beginLook(at now: UInt64) -> Look? {
      let triesAgain =
        triedAt.map {
          MonotonicClock.elapsed(from: $0, to: now) >= EmbeddedStores.idleSeconds
            * EmbeddedStores.second
        }
        ?? true
      guard
        triesAgain || MonotonicClock.elapsed(from: refreshedAt, to: now) >= EmbeddedStores.second
      else {
        return nil
      }
      if triesAgain { triedAt = now }
      refreshedAt = now
      (isLate, hasNews) = (false, false)
      let look = Look(triesAgain: triesAgain, at: now)
      self.look = look
      return look
    }

    /// Lets a look hang.
    mutating func giveUpLook() {
      if let current {
        stuck.insert(current)
        // Closing it might hang too; it goes with the last search that uses it.
        stores[current] = nil
      }
      (look, current, isLate) = (nil, nil, false)
    }
  }
}
