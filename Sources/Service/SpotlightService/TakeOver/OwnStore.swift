internal import FresnelPlatform
internal import SpotlightWire

/// What became of the store that an app kept itself.
///
/// An app has one for each data directory that its processes see, as a rule one in all; this tells of the one that was
/// offered last. Only ``next(after:_:)`` changes it. Of an app that has not connected since the core began there is
/// none, and the metadata log tells.
///
///     offered     missing; copied, if that store was; undecided, while the metadata log cannot be read
///     withheld    missing; copied, if that store was and is just being emptied
///     unseen      missing; a missing one stays the one that it is
///     begun       missing, for the reason that it is being taken over
///     failed      missing, for the reason why         } unless another store
///     copied      copied                              } was offered meanwhile
///     gone        absent
///     notOffered  absent, unless there may be one that the process does not see
struct OwnStore: Equatable, Sendable {
  /// Whether the core has it.
  enum State: Equatable, Sendable {
    /// It is not in the core, or not all of it, for a reason in one sentence.
    case missing(String)
    /// It was offered before the metadata log could be read, which tells whether all of it is in the core; the reason
    /// is why it is missing if not.
    case undecided(String)
    /// All of it is in the core, and the app has not emptied it yet.
    case copied
    /// The app has none any more.
    case absent
  }

  /// Tells stores of an app apart, whatever their paths: by their locks, since a process that cannot hand over the
  /// directory hands over that.
  struct Place: Hashable, Sendable {
    private let identity: LeavingStores.Identity

    /// The place of a store.
    ///
    /// There is none where the file system does not tell, and of a file in memory, which stands for a directory that
    /// its process cannot look into.
    ///
    /// - Parameter descriptor: Its directory, or the lock in that. It may block.
    init?(of descriptor: SharedDescriptor) {
      guard MemoryFile.byteCount(of: descriptor) == nil else { return nil }
      let lock = descriptor.withPath {
        LeavingStores.Identity(at: $0 + "/" + StoreLocation.lockName)
      }
      guard let identity = lock ?? LeavingStores.Identity(of: descriptor) else { return nil }
      self.identity = identity
    }
  }

  /// What happens to a store.
  enum Event: Sendable {
    /// A process of the app has it, to which no other one writes as far as that knows, and it is not taken over now.
    ///
    /// - Parameters:
    ///   - place: Which it is; `nil` where that cannot be told, by who has handed it over before.
    ///   - reason: Why it is not, in one sentence.
    ///   - isNotedCopied: Whether the metadata log has that all of a store is in the core; `nil` where that could not
    ///     be read.
    case offered(in: Place?, because: String, isNotedCopied: Bool?)
    /// A process of the app has one that another process writes to, or that it cannot look into. Even of one that was
    /// copied something new may be missing.
    ///
    /// - Parameters:
    ///   - place: Which it is; `nil` where that cannot be told.
    ///   - reason: Why it is not taken over, in one sentence.
    ///   - isBeingEmptied: Whether the other process may be one that has handed it over and is just emptying it.
    case withheld(in: Place?, because: String, isBeingEmptied: Bool)
    /// A process of the app has one that the core did not look at, for a reason in one sentence.
    case unseen(because: String)
    /// It begins to be copied.
    case begun(in: Place)
    /// It was not copied whole, for a reason in one sentence.
    case failed(in: Place, because: String)
    /// All of it was copied.
    case copied(in: Place)
    /// The app has emptied it.
    case gone
    /// A process of the app connects without one.
    case notOffered

    /// Whether a process of the app has one.
    fileprivate var isOffer: Bool {
      switch self {
      case .offered, .withheld, .unseen: true
      case .begun, .failed, .copied, .gone, .notOffered: false
      }
    }
  }

  /// Whether the core has it.
  var state: State
  /// Which it is, or was; `nil` where that cannot be told.
  var place: Place?
  /// Whether the process that has it runs in a sandbox, and has a data directory of its own there, in which others do
  /// not look.
  var isConfined = false

  /// The store as it is after an event.
  ///
  /// - Parameters:
  ///   - before: The store as it was; `nil` where the metadata log tells.
  ///   - event: The event.
  ///   - isConfined: Whether the process that it comes from runs in a sandbox.
  /// - Returns: The store from then on.
  static func next(after before: OwnStore?, _ event: Event, isConfined: Bool) -> OwnStore {
    if case .notOffered = event, let before, before.isConfined != isConfined {
      switch before.state {
      case .missing, .undecided, .copied: return before
      case .absent: break
      }
    }
    var store = next(after: before, event)
    // Who offers it has it, though nothing else may be new.
    if store != before || event.isOffer { store.isConfined = isConfined }
    return store
  }

  private static func next(after before: OwnStore?, _ event: Event) -> OwnStore {
    switch event {
    case .offered(let place, let reason, let isNotedCopied):
      switch before?.state {
      case nil, .undecided:
        guard let isNotedCopied else { return OwnStore(state: .undecided(reason), place: place) }
        // One that was copied before the core began cannot be told from another.
        return OwnStore(state: isNotedCopied ? .copied : .missing(reason), place: place)
      // What the app's processes did since the core began is newer than what is noted.
      case .copied where before?.place == nil || place == nil || before?.place == place:
        return OwnStore(state: .copied, place: place ?? before?.place)
      case .missing, .copied, .absent:
        return OwnStore(state: .missing(reason), place: place)
      }
    case .withheld(let place, let reason, let isBeingEmptied):
      guard let before, case .copied = before.state, before.place == place, isBeingEmptied else {
        return OwnStore(state: .missing(reason), place: place)
      }
      return before
    case .unseen(let reason):
      // It may be the one that is being copied, whose end then tells.
      guard let before, case .missing = before.state else {
        return OwnStore(state: .missing(reason), place: nil)
      }
      return OwnStore(state: .missing(reason), place: before.place)
    case .begun(let place):
      return OwnStore(state: .missing("It is being taken over now."), place: place)
    case .failed(let place, let reason):
      if let before, before.place != place { return before }
      return OwnStore(state: .missing(reason), place: place)
    case .copied(let place):
      if let before, before.place != place { return before }
      return OwnStore(state: .copied, place: place)
    case .gone, .notOffered:
      // What is noted of deletions is still for the sake of that place.
      return OwnStore(state: .absent, place: before?.place)
    }
  }

  /// What the metadata log is to have of it; `nil` where it has to be read first.
  var standing: PendingTakeOver.Standing? {
    switch state {
    case .missing: .awaited
    case .undecided: nil
    case .copied: .copied
    case .absent: .absent
    }
  }

  /// Tells why the app's searches lack what is in it.
  ///
  /// - Parameters:
  ///   - store: The store; `nil` where the metadata log tells.
  ///   - noted: What the metadata log has of it.
  /// - Returns: The reason in one sentence; `nil` where they lack nothing.
  static func reason(_ store: OwnStore?, noted: PendingTakeOver.Standing?) -> String? {
    switch store?.state {
    case nil:
      noted == .awaited
        ? "An earlier attempt did not succeed, and the app has not connected since." : nil
    case .missing(let reason): reason
    case .undecided(let reason): noted == .copied ? nil : reason
    case .copied, .absent: nil
    }
  }
}
