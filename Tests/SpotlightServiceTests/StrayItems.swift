import Dispatch
import FresnelTestSupport
import SpotlightWire

@testable import SpotlightService

/// Items under the name that the program of ``notes`` had before it was registered, and their adoption.
enum StrayItems {
  /// The earlier name.
  static let former = AppIdentity(identifier: "unregistered:/usr/bin/notes")

  /// Runs a body with a core on a storage of its own.
  static func withCore(
    _ body: (_ core: ServiceCore, _ host: TestHost) async throws -> Void
  ) async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    try await body(core, host)
  }

  /// Has ``notes`` adopt them, on a thread of its own, which the adoption may block.
  ///
  /// - Returns: How many there were.
  static func adopt(in core: ServiceCore) async -> Result<Int, ServiceError> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "adoption").async {
        do throws(ServiceError) {
          continuation.resume(returning: .success(try core.adopt(former, by: notes)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
