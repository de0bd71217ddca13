internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

// Items that an app stores whole lack nothing that its own store has, also while they are on their way to the disk: the
// core's store does not show them before, and the metadata log forgets only then that they were updated.

/// Items that a change of an app with a store of its own stores whole.
struct WholeItems: Sendable {
  let scope: IndexScope
  fileprivate var identifiers: Set<String> = []
  /// Those that were noted as updated.
  fileprivate var replaced: Set<String> = []

  init(scope: IndexScope) { self.scope = scope }
}

/// The items that apps with stores of their own are storing whole just now.
final class WholeItemTable: Sendable {
  /// How many changes store each of them.
  private let counts = Mutex<[IndexScope: [String: Int]]>([:])

  fileprivate func begin(_ identifiers: Set<String>, of scope: IndexScope) {
    guard !identifiers.isEmpty else { return }
    counts.withLock { counts in
      for identifier in identifiers { counts[scope, default: [:]][identifier, default: 0] += 1 }
    }
  }

  fileprivate func end(_ identifiers: Set<String>, of scope: IndexScope) {
    guard !identifiers.isEmpty else { return }
    counts.withLock { counts in
      for identifier in identifiers {
        let count = counts[scope]?[identifier] ?? 0
        counts[scope]?[identifier] = count > 1 ? count - 1 : nil
      }
      if counts[scope]?.isEmpty == true { counts[scope] = nil }
    }
  }

  fileprivate func identifiers(of scope: IndexScope) -> Set<String> {
    counts.withLock { Set(($0[scope] ?? [:]).keys) }
  }
}

extension ServiceCore {
  /// Notes what a change is going to store whole; called on an intake queue before the change is handed to the store.
  ///
  /// - Parameters:
  ///   - identifiers: The items.
  ///   - scope: Their index.
  ///   - replaced: Those of them that were noted as updated.
  /// - Returns: What to end that with.
  func beginStoring(
    _ identifiers: Set<String>, of scope: IndexScope, replacing replaced: Set<String>
  ) -> WholeItems {
    storedWhole.begin(identifiers, of: scope)
    var items = WholeItems(scope: scope)
    (items.identifiers, items.replaced) = (identifiers, replaced)
    return items
  }

  /// Ends what ``beginStoring(_:of:replacing:)`` began: the change is durable, or was not made.
  ///
  /// - Parameters:
  ///   - items: What that gave.
  ///   - isDurable: Whether the change was made.
  ///   - completion: Called when the client may be answered: not before it is forgotten that the items were updated, or
  ///     they would get attributes back from the app's own store when the process is killed then.
  func endStoring(
    _ items: WholeItems, isDurable: Bool, completion: @escaping @Sendable () -> Void
  ) {
    guard isDurable, !items.replaced.isEmpty else {
      storedWhole.end(items.identifiers, of: items.scope)
      return completion()
    }
    home.perform { [self] in
      // If it fails, they get what they lack from the app's own store, as if they were only updated.
      try? forgetUpdates(of: items.replaced, in: items.scope)
      storedWhole.end(items.identifiers, of: items.scope)
      completion()
    }
  }

  /// The items of an index that are being stored whole, or just were.
  func wholeItems(of scope: IndexScope) -> Set<String> { storedWhole.identifiers(of: scope) }
}
