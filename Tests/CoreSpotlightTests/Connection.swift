import SpotlightWire
import FresnelPlatform
import SpotlightService
import Synchronization

@testable import CoreSpotlight

/// Runs a body whose indexes and queries use a store of their own, removed afterwards.
func withConnection(
  app: String = "com.example.tests", _ body: (AppConnection) async throws -> Void
) async throws {
  let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-spotlight")
  let service = IndexService.service(at: directory + "/store")
  defer {
    service.close()
    try? FileSystem.removeTree(directory)
  }
  let connection = AppConnection(service: service, app: AppIdentity(identifier: app))
  try await AppConnection.$override.withValue(connection) { try await body(connection) }
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
