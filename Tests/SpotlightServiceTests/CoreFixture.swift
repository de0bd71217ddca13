import FresnelModel
import FresnelPlatform
import FresnelStorage
import SpotlightService
import SpotlightWire
import Testing

/// A core over a store of its own, removed afterwards.
func withCore(_ body: (ServiceCore) async throws -> Void) async throws {
  try await withTemporaryDirectory { directory in
    let core = ServiceCore(.embedded(at: directory + "/store"))
    defer { core.close() }
    try await body(core)
  }
}

func withTemporaryDirectory(_ body: (String) async throws -> Void) async throws {
  let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-core")
  defer { try? FileSystem.removeTree(directory) }
  try await body(directory)
}

extension CoreOptions {
  /// What the daemon's core serves: a plain store and an encrypted one, with metadata logs and positions.
  static func daemon(_ storage: any Storage) -> CoreOptions {
    let key = EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes)
    var options = CoreOptions(
      directories: [
        ClassDirectory(
          classes: [.firstUnlock], store: "/first/store", metadataLog: "/first/ledger",
          key: .given(key)),
        ClassDirectory(classes: [.none], store: "/none/store", metadataLog: "/none/ledger"),
      ], storage: storage)
    options.leadsElsewhere = true
    options.positionsPath = "/state/positions"
    return options
  }
}

extension ServiceCore {
  /// The time of day in seconds.
  var now: Int { Int(WallClock.secondsSince1970) }
}
