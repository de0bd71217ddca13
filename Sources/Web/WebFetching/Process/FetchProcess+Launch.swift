import FresnelPlatform
import SpotlightWire

extension FetchProcess {
  /// What of the environment the process is to know: where libraries, certificates and name servers are.
  private static let variables = [
    "LD_LIBRARY_PATH", "LOCALDOMAIN", "PATH", "RES_OPTIONS", "SSL_CERT_DIR", "SSL_CERT_FILE",
  ]
  /// More than it takes; a body that grows beyond is given up by the fetch's own limit before.
  private static let limits = ProcessLimits(
    dataByteCount: 4 << 30, processorSeconds: 3600, openFiles: 1024, fileByteCount: 0, niceness: 0)

  /// Starts a program as a process that fetches. The kernel ends it with the thread that calls this.
  ///
  /// Its policy is in the socket before anybody else can write there, and it takes no second one: whoever gets the
  /// socket can't choose where it goes.
  ///
  /// - Parameters:
  ///   - program: A program that knows ``FetchWorker/argument``.
  ///   - policy: Where it may go, for good.
  ///   - loop: A loop of this process.
  /// - Returns: The socket that it takes what is to be fetched from, and the process, which waits at its gate.
  /// - Throws: ``SystemError`` when there are too many processes or open files.
  static func launch(
    _ program: String, _ policy: FetchPolicy, on loop: EventLoop
  ) throws(SystemError) -> (socket: UnixSocket, process: RunningProcess) {
    // It starts in another directory.
    var policy = policy
    policy.certificates = policy.certificates.map { path in
      path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
    }
    let environment = Environment.all.filter { variables.contains($0.key) }
    let command = LimitedCommand(
      program, [FetchWorker.argument], environment: environment, limits: limits)
    let (near, far) = try UnixSocket.pair()
    let process = try command.start(passing: far.descriptor)
    let link = WorkerLink(near, on: loop, received: { _ in }, closed: {})
    try link.start()
    let order = FetchOrder.begin(policy)
    link.send(order.kind, order.payload)
    guard let socket = link.release() else {
      throw SystemError(
        .noMemory, call: "sendmsg",
        explanation: "The process that fetches could not be told where it may go; try again.")
    }
    return (socket, process)
  }
}
