import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization

@testable import SpotlightClient

let mail = AppIdentity(identifier: "com.example.mail")
let notes = AppIdentity(identifier: "com.example.notes")

/// A service inside the test's process.
final class TestService: Sendable {
  let directory: String
  private let connections = Mutex<[AppIdentity: ServiceConnection]>([:])

  init(directory: String) {
    self.directory = directory
  }

  /// The connection of an app.
  func connection(of app: AppIdentity) -> ServiceConnection {
    connections.withLock { connections in
      if let connection = connections[app] { return connection }
      let connection = ServiceConnection(embeddedAt: directory, app: app)
      connections[app] = connection
      return connection
    }
  }

  func index(named name: String, of app: AppIdentity) -> IndexHandle {
    connection(of: app).index(named: name)
  }

  func hits(of app: AppIdentity, _ request: QueryRequest) async throws -> [WireHit] {
    try await connection(of: app).query(request).hits()
  }

  /// The identifiers of an app's items that match, sorted.
  func identifiers(
    of app: AppIdentity, _ query: String = "title == \"*\""
  ) async throws -> [String] {
    try await hits(of: app, QueryRequest(query: query)).map(\.item.uniqueIdentifier).sorted()
  }

  /// Closes the store; the next need opens it again.
  func close() {
    ServiceCore.embedded(at: directory).close()
  }
}

/// A service over a store of its own, removed afterwards.
func withService(_ body: (TestService) async throws -> Void) async throws {
  let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-service")
  let service = TestService(directory: directory + "/store")
  defer {
    service.close()
    try? FileSystem.removeTree(directory)
  }
  try await body(service)
}
