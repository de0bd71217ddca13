internal import CommandKit
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// A copy of the daemon's plain store, read in this process, so that the same searches can be made of the same
/// items without the daemon.
final class StoreCopy {
  /// Where it is; removed with it.
  private let directory: String
  /// The way to it.
  let connection: ServiceConnection

  /// Copies a store; nobody may write to it meanwhile.
  init(of store: String) throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-measure")
    let copy = directory + "/store"
    guard let ending = try? Command("cp", ["-r", store, copy]).run(), ending.isSuccess else {
      try? FileSystem.removeTree(directory)
      throw CommandError(.system, "\(store) cannot be copied")
    }
    self.directory = directory
    connection = ServiceConnection(
      embeddedAt: copy, app: AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
  }

  deinit {
    connection.close()
    try? FileSystem.removeTree(directory)
  }
}
