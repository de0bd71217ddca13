internal import Foundation
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// The connection of this app to its index.
enum AppConnection {
  /// What stands in for the process's own connection, in tests and in extensions.
  @TaskLocal static var override: ServiceConnection?

  /// The connection of this process, as the rule of `Documentation/daemon.md` decides once.
  static var current: ServiceConnection {
    override ?? adopted.withLock { $0 } ?? own
  }

  /// The connection that the daemon gave to this process, an extension.
  static let adopted = Mutex<ServiceConnection?>(nil)

  private static let own: ServiceConnection = {
    let app = AppIdentity.current(declared: declaredIdentifier)
    return ServiceConnection(ConnectionRule.current(for: app).decide(), app: app)
  }()

  /// `CFBundleIdentifier` of the `Info.plist` beside the executable.
  private static let declaredIdentifier: String? = {
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent(),
      let data = try? Data(contentsOf: folder.appendingPathComponent("Info.plist")),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    else { return nil }
    return (list as? [String: Any])?["CFBundleIdentifier"] as? String
  }()
}

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
