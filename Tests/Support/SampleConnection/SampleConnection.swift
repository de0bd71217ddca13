internal import Foundation

/// How the suites that test an app's side reach the index. `FRESNEL_TEST_CONNECTION` says which; all
/// assert the same.
public enum SampleConnection: String, CaseIterable, Sendable {
  /// The app keeps its index itself.
  case embedded
  /// The same, with every message encoded and decoded on its way.
  case codec
  /// A daemon keeps the index, over a socket.
  case daemon

  /// What this run is to use.
  public static let chosen: SampleConnection = {
    let name = ProcessInfo.processInfo.environment["FRESNEL_TEST_CONNECTION"] ?? "embedded"
    guard let chosen = SampleConnection(rawValue: name) else {
      preconditionFailure("FRESNEL_TEST_CONNECTION is \(name)")
    }
    return chosen
  }()

  /// Has the apps of this process use an index of their own, removed at the end of the process.
  ///
  /// Call it before the first index is made; later calls do nothing.
  public static let prepare: Void = {
    guard ProcessInfo.processInfo.environment["FRESNEL_STORE"] == nil else { return }
    let folder = temporaryFolder()
    use(folder, startingDaemon: true)
    setenv("FRESNEL_SAMPLE_FOLDER", folder, 1)
    atexit {
      SampleDaemon.stopAll()
      let folder = ProcessInfo.processInfo.environment["FRESNEL_SAMPLE_FOLDER"]
      if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }
  }()

  /// Has the apps of this process use the index in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which may not exist yet.
  ///   - startingDaemon: Whether the daemon is to be started, where there is to be one; else another
  ///     process has started it there.
  public static func use(_ folder: String, startingDaemon: Bool) {
    setenv("FRESNEL_APP_IDENTIFIER", "com.example.sample", 1)
    switch chosen {
    case .embedded: setenv("FRESNEL_STORE", folder + "/store", 1)
    case .codec:
      setenv("FRESNEL_STORE", folder + "/store", 1)
      setenv("FRESNEL_CONNECTION", "codec", 1)
    case .daemon:
      if startingDaemon { SampleDaemon.start(in: folder) }
      setenv("FRESNEL_CONNECTION", "daemon", 1)
      setenv("FRESNEL_DAEMON_SOCKET", SampleDaemon.socket(in: folder), 1)
    }
  }

  /// The path of a folder that does not exist.
  public static func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("fresnel-sample-\(UUID().uuidString.prefix(8))").path
  }
}
