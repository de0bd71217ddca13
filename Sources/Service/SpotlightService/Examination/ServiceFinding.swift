package import SpotlightWire

/// Something that is wrong with what a core keeps, or that an app has yet to do.
package struct ServiceFinding: Hashable, Sendable {
  /// What sort of thing it is; the name is for programs and stays.
  package enum Code: String, CaseIterable, Sendable {
    /// A store cannot be opened.
    case storeUnavailable
    /// A file of a store is damaged.
    case fileDamaged
    /// An item cannot be read, or is not found by its identifier.
    case itemDamaged
    /// Something in the core's own records makes no sense.
    case recordDamaged
    /// An app was removed, and not all that it stored is gone.
    case removalUnfinished
    /// Items were lost, and the app has not indexed them again.
    case itemsMissing
    /// Items are hidden until their app is opened, as the records are lost that say who may see them.
    case itemsHidden
    /// The app was asked for something and has not done it.
    case callbackOwed
    /// The app stores all that it may.
    case quotaReached
    /// A store that an app keeps itself cannot be read.
    case appStoreUnreadable
    /// A store that an app kept itself was not taken over, so that its own searches leave items out.
    case storeNotTakenOver
    /// It cannot be read how far the stores had come, so that they are taken for older copies at each start.
    case positionsUnreadable
    /// The disk of a store has no room for anything new.
    case diskFull

    /// Whether what is of the sort concerns one protection class, and not all of what an app has.
    package var isOfAClass: Bool {
      switch self {
      case .quotaReached, .appStoreUnreadable, .storeNotTakenOver, .positionsUnreadable: false
      case .storeUnavailable, .fileDamaged, .itemDamaged, .recordDamaged, .removalUnfinished,
        .itemsMissing, .itemsHidden, .callbackOwed, .diskFull:
        true
      }
    }

    /// Whether mending does something about what is of the sort, in general.
    var isMendable: Bool {
      switch self {
      case .storeUnavailable, .quotaReached, .appStoreUnreadable, .storeNotTakenOver, .diskFull:
        false
      case .fileDamaged, .itemDamaged, .recordDamaged, .removalUnfinished, .itemsMissing,
        .itemsHidden, .callbackOwed, .positionsUnreadable:
        true
      }
    }
  }

  /// What follows from it.
  package enum Severity: String, Sendable {
    /// Worth knowing.
    case note
    /// It mends itself, or does not do harm yet.
    case warning
    /// Something is lost, or cannot be had.
    case error
  }

  /// What sort of thing it is.
  package var code: Code
  /// What follows from it.
  package var severity: Severity
  /// The app that it concerns; `nil` for all whose items are in the store.
  package var app: String?
  /// The app's index that it concerns.
  package var index: String?
  /// The class of the store.
  package var protection: ProtectionClass
  /// What is wrong, in one sentence that names no item.
  package var message: String
  /// How many items it is about, where that is known.
  package var itemCount: Int?
  /// Whether it was mended, or what mends it was begun: an app was asked.
  package var isMended = false
  /// Whether mending took note that the person knows of it: more cannot be done, and it is no error from then on.
  package var isNoted = false
  /// Whether mending does something about it.
  package var isMendable: Bool

  /// Puts the parts together.
  package init(
    _ code: Code, _ severity: Severity, app: String? = nil, index: String? = nil,
    in protection: ProtectionClass, _ message: String
  ) {
    self.code = code
    self.severity = severity
    self.app = app
    self.index = index
    self.protection = protection
    self.message = message
    isMendable = code.isMendable
  }
}
