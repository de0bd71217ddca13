internal import FresnelModel
internal import Synchronization

/// What a person chose to open, by which it is known again.
package enum Choice: Hashable, Sendable {
  /// An item.
  case item(index: String, identifier: String)
  /// A state of history, by its key.
  case state(key: String)
  /// To go on with a search in the app.
  case continuedSearch

  /// The longest key, in bytes: identifiers of items have limits of their own.
  static let keyByteCount = 4 << 10

  /// What a person calls it by: the unique identifier of an item, or the key of a state; `nil` for searches, which only
  /// all of an app name.
  var identifier: String? {
    switch self {
    case .item(_, let identifier): identifier
    case .state(let key): key
    case .continuedSearch: nil
    }
  }

  /// The unique identifier of its entry; `nil` for one that is too long to be kept.
  var key: String? {
    let key =
      switch self {
      // The name of an index has no U+0000.
      case .item(let index, let identifier): "i\(index)\0\(identifier)"
      case .state(let key): "s\(key)"
      case .continuedSearch: "q"
      }
    return key.utf8.count <= Self.keyByteCount ? key : nil
  }

  /// Reads a key.
  init?(key: String) {
    let rest = key.dropFirst()
    switch key.first {
    case "i":
      guard let separator = rest.firstIndex(of: "\0") else { return nil }
      self = .item(
        index: String(rest[..<separator]), identifier: String(rest[rest.index(after: separator)...])
      )
    case "s": self = .state(key: String(rest))
    case "q" where rest.isEmpty: self = .continuedSearch
    default: return nil
    }
  }
}

extension MarkedThing {
  /// The same as what is chosen.
  var choice: Choice {
    scope.index == ScopeName.activities
      ? .state(key: identifier) : .item(index: scope.index, identifier: identifier)
  }
}

/// A choice on its way into what is kept of choices: as long as it waits for its turn a deletion can reach it.
final class WaitingChoice: Sendable {
  let choice: Choice
  let key: String
  private let gone = Mutex(false)

  /// `nil` where the choice cannot be kept.
  init?(_ choice: Choice) {
    guard let key = choice.key else { return nil }
    (self.choice, self.key) = (choice, key)
  }

  /// Whether what was chosen was deleted meanwhile, even if it is there again.
  var isGone: Bool { gone.withLock { $0 } }

  /// What was chosen is deleted: the choice is not kept.
  func noteGone() {
    gone.withLock { $0 = true }
  }
}
