internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// A copy of the daemon's plain store, read in this process, so that the same searches can be made of the same
/// items without the daemon.
final class StoreCopy {
  private let directory: String
  /// The way to it.
  let connection: ServiceConnection

  /// Copies a store; nobody may write to it meanwhile.
  init(of store: String) throws {
    directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-measure")
    let copy = directory + "/store"
    _ = try Command("cp", ["-r", store, copy]).run()
    connection = ServiceConnection(
      embeddedAt: copy, app: AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
  }

  deinit {
    connection.close()
    try? FileSystem.removeTree(directory)
  }
}
