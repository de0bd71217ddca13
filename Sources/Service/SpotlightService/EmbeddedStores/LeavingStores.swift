internal import FresnelPlatform

/// The stores that apps kept themselves and that the core is taking over, or has: they are left out of what is read
/// beside it, so that nothing is found twice.
///
/// They come as open directories and are told apart by what the file system calls these, since the path that an app
/// knows may be another.
struct LeavingStores {
  /// How far one is taken over.
  private enum Stage {
    /// Its items are being copied: those that are not yet are missing.
    case begun
    /// All its items are in the core; its app may not have emptied it yet.
    case done
  }

  /// What names a directory whatever its path.
  struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    private init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }

    /// The identity of an open directory; `nil` when that cannot be told.
    init?(of directory: SharedDescriptor) {
      guard let status = try? directory.status() else { return nil }
      self.init(status)
    }

    /// The identity of what is at a path; `nil` when there is nothing. It may block.
    init?(at path: String) {
      guard let status = try? FileSystem.status(of: path) else { return nil }
      self.init(status)
    }
  }

  private var stages: [Identity: Stage] = [:]
  private var identities: [EmbeddedStoreDirectory: Identity] = [:]

  /// Records what was found at the place of a store.
  ///
  /// - Returns: Whether it is to be left out.
  mutating func note(_ identity: Identity?, at place: EmbeddedStoreDirectory) -> Bool {
    identities[place] = identity
    return identity.map { stages[$0] != nil } ?? false
  }

  /// Begins to leave a store out.
  ///
  /// - Returns: The places where it was met.
  mutating func begin(_ identity: Identity) -> [EmbeddedStoreDirectory] {
    stages[identity] = .begun
    return places(of: identity)
  }

  /// Records that the core has all of a store.
  mutating func complete(_ identity: Identity) { stages[identity] = .done }

  /// Leaves a store out no longer.
  ///
  /// - Returns: The places where it was met, if it was left out.
  mutating func end(_ identity: Identity) -> [EmbeddedStoreDirectory] {
    guard stages.removeValue(forKey: identity) != nil else { return [] }
    return places(of: identity)
  }

  /// Forgets what was met at places where no store is any more.
  ///
  /// - Parameter places: All others.
  mutating func forget(except places: Set<EmbeddedStoreDirectory>) {
    identities = identities.filter { places.contains($0.key) }
  }

  private func places(of identity: Identity) -> [EmbeddedStoreDirectory] {
    identities.filter { $0.value == identity }.map(\.key)
  }

  /// The places of stores of which items are missing.
  var incomplete: [EmbeddedStoreDirectory] {
    identities.filter { stages[$0.value] == .begun }.map(\.key)
  }
}
