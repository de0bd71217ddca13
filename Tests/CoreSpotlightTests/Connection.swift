import FresnelPlatform
import SampleConnection
import SpotlightClient
import SpotlightWire
import Synchronization

@testable import CoreSpotlight
@testable import SpotlightService

/// An index of a test, as its apps reach it.
struct TestIndex: Sendable {
  fileprivate let folder: String

  /// The connection of an app.
  func connection(of app: String) -> ServiceConnection {
    let app = AppIdentity(identifier: app)
    let store = folder + "/store"
    return switch SampleConnection.chosen {
    case .embedded: ServiceConnection(.embedded(store), app: app)
    case .codec: ServiceConnection(.embedded(store, throughCodec: true), app: app)
    case .daemon:
      ServiceConnection(daemonAt: SampleDaemon.socket(in: folder), claiming: app)
    }
  }

  /// The connection of a person, who may look at all that is kept.
  func personConnection() -> ServiceConnection {
    let app = AppIdentity(identifier: "com.example.person")
    return switch SampleConnection.chosen {
    case .embedded, .codec:
      ServiceConnection(embeddedAt: folder + "/store", app: app, role: .tool)
    case .daemon:
      ServiceConnection(daemonAt: SampleDaemon.socket(in: folder), claiming: app, role: .tool)
    }
  }

  /// Whether ``missOwnStore(of:)`` can be called.
  static var isInProcess: Bool { SampleConnection.chosen != .daemon }

  /// Has an index in this process go on as if a store that an app kept itself had been refused.
  func missOwnStore(of app: String) {
    _ = ServiceCore.embedded(at: folder + "/store").ownStores.note(
      .offered(in: nil, because: "It was refused.", isNotedCopied: false),
      of: AppIdentity(identifier: app), isConfined: false, noted: nil)
  }

  fileprivate func start() {
    if SampleConnection.chosen == .daemon { SampleDaemon.start(in: folder) }
  }

  fileprivate func stop() {
    switch SampleConnection.chosen {
    case .embedded, .codec: ServiceCore.embedded(at: folder + "/store").close()
    case .daemon: SampleDaemon.stop(in: folder)
    }
  }
}

/// Runs a body whose indexes and queries use a store of their own, removed afterwards.
func withConnection(
  app: String = "com.example.tests", _ body: (TestIndex) async throws -> Void
) async throws {
  let index = TestIndex(
    folder: try FileSystem.createTemporaryDirectory(prefix: "fresnel-spotlight"))
  index.start()
  let connection = index.connection(of: app)
  defer {
    connection.close()
    index.stop()
    try? FileSystem.removeTree(index.folder)
  }
  try await AppConnection.$override.withValue(connection) { try await body(index) }
}

func item(_ identifier: String, _ title: String, domain: String? = nil) -> CSSearchableItem {
  let attributes = CSSearchableItemAttributeSet(contentType: .text)
  attributes.title = title
  return CSSearchableItem(
    uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes)
}

/// Indexes numbered items titled "Item".
func indexItems(_ count: Int) async throws {
  try await CSSearchableIndex.default().indexSearchableItems(
    (0..<count).map { item("\($0)", "Item") })
}

/// Collects values from any thread.
final class Log<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])

  var values: [Value] { collected.withLock { $0 } }

  func append(_ value: Value) {
    collected.withLock { $0.append(value) }
  }
}
