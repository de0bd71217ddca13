import FresnelPlatform
import Synchronization
import Testing
import WireTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A socket that is opened for a daemon before it starts, as systemd does it, and that stays open whatever becomes of
/// its file.
struct SystemSocket {
  /// Where it was bound.
  let path: String
  private let descriptor: SharedDescriptor

  /// Opens a socket at a path, whose directory is made if it is missing.
  init(at path: String) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The rest stays zero, so that the path ends.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.dropLast().copyBytes(from: path.utf8) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = SharedDescriptor(adopting: socket(AF_UNIX, type, 0))
    let status = withUnsafePointer(to: &address) { address in
      // Every address of a socket may be taken for one of no kind.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0, listen(descriptor.rawValue, 64) == 0 else {
      throw SystemError(errno: errno, call: "bind", path: path)
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Starts a daemon that is passed the socket, on the calling thread, with which it ends. Where its files are is told by
  /// another one, which need not run.
  func start(_ daemon: DaemonProcess) throws -> RunningProcess {
    let command = LimitedCommand(
      "/bin/sh",
      [
        // The shell tells its own number, which is the daemon's when it has become that.
        "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$1\" --foreground --trust-claims 2>>\"$2\"", "sh",
        daemon.program, daemon.directory + "/log",
      ],
      environment: daemon.environment)
    let process = try command.start(passing: descriptor)
    process.openGate()
    return process
  }
}

extension RunningProcess {
  /// Waits until the process has ended.
  func waitForEnd() throws -> Ending {
    let loop = try EventLoop()
    let ending = Mutex<Ending?>(nil)
    try onExit(loop) { outcome in
      ending.withLock { $0 = outcome.ending }
      loop.stop()
    }
    try loop.run()
    return try #require(ending.withLock { $0 })
  }
}
