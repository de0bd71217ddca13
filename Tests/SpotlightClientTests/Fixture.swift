import FresnelModel
import FresnelPlatform
import Synchronization

@testable import SpotlightClient
@testable import SpotlightWire

func item(_ identifier: String, title: String = "", domain: String? = nil) -> Item {
  var attributes = Attributes()
  attributes[.title] = .string(title.isEmpty ? identifier : title)
  return Item(uniqueIdentifier: identifier, domainIdentifier: domain, attributes: attributes)
}

func hit(
  _ identifier: String, score: Double = 0, byteCount: Int = 0,
  protection: ProtectionClass = .firstUnlock
) throws -> WireHit {
  WireHit(
    scope: IndexScope(app: "com.example.tests"), protection: protection, score: score,
    item: try IndexChange.encode(
      item(identifier, title: String(repeating: "x", count: byteCount))))
}

extension IndexHandle {
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

extension QueryHandle {
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      next { continuation.resume(returning: $0) }
    }
  }

  /// The identifiers of everything to the end.
  func identifiers() async throws -> [String] {
    try await hits().map(\.item.uniqueIdentifier)
  }

  /// Everything to the end.
  func hits() async throws -> [WireHit] {
    var found: [WireHit] = []
    while true {
      switch await next() {
      case .hits(let hits): found += hits
      case .end(let error):
        if let error { throw error }
        return found
      }
    }
  }
}

/// Collects values from any thread, and lets a test wait for so many of them.
final class Log<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var values: [Value] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var values: [Value] { state.withLock { $0.values } }

  func append(_ value: Value) {
    let due = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      let due = state.waiting.filter { $0.count <= count }
      state.waiting.removeAll { $0.count <= count }
      return due
    }
    for (_, continuation) in due { continuation.resume() }
  }

  /// The values, once there are so many.
  func values(count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.values.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isDue { continuation.resume() }
    }
    return values
  }
}
