import SpotlightWire
import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightService
import Synchronization
import Testing

/// A service over a store of its own, removed afterwards.
func withService(_ body: (IndexService) async throws -> Void) async throws {
  let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-service")
  let service = IndexService.service(at: directory + "/store")
  defer {
    service.close()
    try? FileSystem.removeTree(directory)
  }
  try await body(service)
}

let mail = AppIdentity(identifier: "com.example.mail")
let notes = AppIdentity(identifier: "com.example.notes")

func item(_ identifier: String, title: String = "", domain: String? = nil) -> Item {
  var attributes = Attributes()
  attributes[.title] = .string(title.isEmpty ? identifier : title)
  return Item(uniqueIdentifier: identifier, domainIdentifier: domain, attributes: attributes)
}

extension AppIndex {
  /// Makes a change and waits for its completion.
  func apply(_ change: IndexChange) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      apply(.success(change)) { continuation.resume(returning: $0) }
    }
  }

  func endBatch(
    _ clientState: [UInt8], _ condition: ClientStateCondition = .any
  ) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      endBatch(clientState: clientState, condition: condition) {
        continuation.resume(returning: $0)
      }
    }
  }

  func clientState() async throws -> [UInt8]? {
    try await withCheckedContinuation { continuation in
      fetchClientState { continuation.resume(returning: $0) }
    }.get()
  }
}

extension IndexService {
  /// The identifiers of an app's items that match, sorted.
  func identifiers(of app: AppIdentity, _ query: String = "title == \"*\"") throws -> [String] {
    var found: [String] = []
    try forEachItem(of: app, matching: try ItemSearch(query: query)) { item in
      found.append(item.uniqueIdentifier)
      return true
    }
    return found.sorted()
  }
}

/// Collects values from any thread.
final class Log<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])

  var values: [Value] { collected.withLock { $0 } }

  func append(_ value: Value) {
    collected.withLock { $0.append(value) }
  }
}
