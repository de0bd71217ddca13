internal import CloudService
internal import CommandKit
internal import Dispatch
internal import FresnelPlatform
internal import WebServing

/// A service that listens until a signal ends it.
struct ServeSession {
  /// The most connections of one address, where no proxy stands for all.
  private static let connectionsOfAddress = 100

  /// A page of the size that is checked, as forms send it.
  private static let bodyBytes = 3 << 20

  private let service: CloudService
  private let index: ServedIndex
  private let address: NetworkAddress
  private let limits: ServerLimits
  private let report: ServeReport

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - service: Answers.
  ///   - index: What is searched.
  ///   - address: Where it listens.
  ///   - isBehindProxy: Whether all connections come from a proxy.
  ///   - report: Is told what happens.
  init(
    _ service: CloudService, index: ServedIndex, at address: NetworkAddress, isBehindProxy: Bool,
    report: ServeReport
  ) {
    self.service = service
    self.index = index
    self.address = address
    limits = ServerLimits(
      connectionsOfAddress: isBehindProxy ? 0 : Self.connectionsOfAddress, bodyBytes: Self.bodyBytes
    )
    self.report = report
  }

  /// Serves.
  ///
  /// - Returns: How it ended.
  /// - Throws: `ServerError`, `SystemError`.
  func run() throws -> ExitStatus {
    let signals = try SignalListener(for: [.interrupt, .terminate, .hangUp])
    let server = try HTTPServer(
      address: address.host, port: address.port, limits: limits,
      // Who reads the log may stop reading, and then whoever writes to it waits.
      estimate: { [service, report] in report.logsRequests ? .long : service.effort(of: $0) }
    ) { [service] in await service.answer($0) }
    report.listens(at: "http://\(address.with(port: server.port))/")
    let watch = IndexWatch(index, report: report)
    let following = Task { await watch.run() }
    defer { following.cancel() }
    // The first signal ends it.
    let waiting = Result { try waitForInput(on: [signals.descriptor], timeout: nil) }
    report.ends()
    let isOver = DispatchSemaphore(value: 0)
    Task {
      await server.stop()
      isOver.signal()
    }
    isOver.wait()
    index.close()
    _ = try waiting.get()
    return .success
  }
}
