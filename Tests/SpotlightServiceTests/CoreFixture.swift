import FresnelModel
import FresnelPlatform
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
