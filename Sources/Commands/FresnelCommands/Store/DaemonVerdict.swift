internal import CommandKit

/// What `fresnel check` says of the stores that the daemon keeps, by what the daemon found wrong.
enum DaemonVerdict: Equatable {
  /// All was examined, and nothing is wrong.
  case sound
  /// All was examined and can be read, but something new is refused: for want of room on the disk, or of an app's
  /// share.
  case soundAndFull
  /// Something that is stored is damaged.
  case damaged
  /// Items were lost, or are hidden.
  case lacking
  /// A store could not be opened, so that nothing is known of it.
  case unexamined
  /// All was examined, and something is left to be done.
  case unfinished

  private static let fullCodes: Set = ["diskFull", "quotaReached"]
  private static let damagedCodes: Set = ["fileDamaged", "itemDamaged", "recordDamaged"]
  private static let lackingCodes: Set = ["itemsMissing", "itemsHidden"]
  private static let unexaminedCodes: Set = [
    "storeUnavailable", "keysMissing", "keysUnreadable", "appStoreUnreadable",
  ]

  /// The verdict on findings that are errors, of which each has a code.
  init(errors codes: Set<String>) {
    // A full disk hides nothing of what is stored.
    let faults = codes.subtracting(Self.fullCodes)
    self =
      if codes.isEmpty {
        .sound
      } else if faults.isEmpty {
        .soundAndFull
      } else if !faults.isDisjoint(with: Self.damagedCodes) {
        .damaged
      } else if faults.isSubset(of: Self.lackingCodes) {
        .lacking
      } else if !faults.isDisjoint(with: Self.unexaminedCodes) {
        .unexamined
      } else {
        .unfinished
      }
  }

  /// Whether all that is stored can be read.
  var isSound: Bool { self == .sound || self == .soundAndFull }

  /// The exit status that follows from it.
  var status: ExitStatus {
    switch self {
    case .sound: .success
    case .soundAndFull: .incomplete
    case .damaged, .lacking, .unexamined, .unfinished: .store
    }
  }

  /// What it is called.
  var words: String {
    switch self {
    case .sound: "sound"
    case .soundAndFull: "sound, but something new is refused"
    case .damaged: "damaged"
    case .lacking: "items are missing or hidden"
    case .unexamined: "not all could be examined; nothing is damaged in the rest"
    case .unfinished: "not damaged, but something is left to be done"
    }
  }
}
