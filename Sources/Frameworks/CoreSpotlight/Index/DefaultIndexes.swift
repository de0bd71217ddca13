internal import SpotlightClient
internal import Synchronization
internal import UserActivity

/// The default indexes, each made once.
final class DefaultIndexes: Sendable {
  static let shared = DefaultIndexes()

  private let indexes = Mutex<[ObjectIdentifier: CSSearchableIndex]>([:])

  func index(of connection: ServiceConnection) -> CSSearchableIndex {
    // Each is kept here with its connection for as long as the process lives, so identities are not
    // reused.
    indexes.withLock { indexes in
      if let known = indexes[ObjectIdentifier(connection)] { return known }
      let made = AppConnection.$override.withValue(connection) { CSSearchableIndex(name: "") }
      indexes[ObjectIdentifier(connection)] = made
      return made
    }
  }
}
