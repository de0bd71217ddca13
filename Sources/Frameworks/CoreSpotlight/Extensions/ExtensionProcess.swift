internal import Dispatch
internal import Foundation
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// The life of a process that the daemon started as an extension.
enum ExtensionProcess {
  /// The variable with the number of the descriptor that leads to the daemon.
  static let socketVariable = "FRESNEL_EXTENSION_SOCKET"
  /// What the process exits with when somebody else than the daemon started it: `EX_USAGE`.
  private static let wrongUse: Int32 = 64

  /// Serves the daemon until it wants nothing more. All of CoreSpotlight in this process then works for
  /// the app whose extension it is.
  static func run(_ target: any ExtensionTarget) -> Never {
    guard let connection = connectionOfEnvironment() else {
      FileHandle.standardError.write(
        Data(
          """
          \(CurrentProcess.name) is an extension: fresneld starts it when its app is to be asked \
          something. Name it in the app's manifest, under NSExtension.

          """.utf8))
      CurrentProcess.exit(wrongUse)
    }
    AppConnection.adopted.withLock { $0 = connection }
    connection.finishAtExit()
    connection.serve(target)
    dispatchMain()
  }

  private static func connectionOfEnvironment() -> ServiceConnection? {
    guard let text = Environment[socketVariable], let number = Int32(text), number > 2 else {
      return nil
    }
    // Programs that the extension starts are not to have it.
    Environment.setValue(nil, for: socketVariable)
    let passed = SharedDescriptor(adopting: number)
    guard let own = try? passed.duplicate(), let socket = try? UnixSocket(adopting: own) else {
      return nil
    }
    return ServiceConnection(adopting: socket, claiming: .current(declared: nil))
  }
}
