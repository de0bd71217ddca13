internal import SpotlightWire
internal import Foundation
internal import SpotlightService
internal import Synchronization

/// The service that this app talks to, and who the app is.
struct AppConnection: Sendable {
  let service: IndexService
  let app: AppIdentity

  /// What stands in for the process's own connection, in tests.
  @TaskLocal static var override: AppConnection?

  /// The connection of this process, as the environment says at the time of the call.
  static var current: AppConnection {
    if let override { return override }
    let app = AppIdentity.current(declared: declaredIdentifier)
    return AppConnection(
      service: IndexService.service(at: StoreLocation.embedded(for: app)), app: app)
  }

  func index(named name: String, protectionClass: String? = nil) -> AppIndex {
    service.index(named: name, of: app, protectionClass: protectionClass)
  }

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

  func index(of connection: AppConnection) -> CSSearchableIndex {
    // The service keeps its indexes for as long as the process lives, so identities are not reused.
    let index = connection.index(named: "")
    return indexes.withLock { indexes in
      if let known = indexes[ObjectIdentifier(index)] { return known }
      let made = AppConnection.$override.withValue(connection) { CSSearchableIndex(name: "") }
      indexes[ObjectIdentifier(index)] = made
      return made
    }
  }
}
