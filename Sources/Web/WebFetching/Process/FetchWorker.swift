import FresnelPlatform
import SpotlightWire
import Synchronization

/// A process that fetches for another one, confined: should it be taken over by what it reads, it reaches no file of
/// the person, no other process and no socket but those of the Internet Protocol, and runs no program.
///
/// Name servers' answers, TLS, HTTP and what unpacks bodies are read here and nowhere else. Main gets bytes.
package enum FetchWorker {
  /// The first word of the command line that makes a program this process.
  package static let argument = "fetch-confined"
  /// The program that this process runs, which has to know ``argument``.
  package static let ownProgram = "/proc/self/exe"

  /// Runs the process until the one that started it ends.
  ///
  /// - Parameter arguments: The words after ``argument``. With `--attempt PATH` it tries to reach paths from inside, says
  ///   what came of it, and ends; for tests.
  package static func run(_ arguments: [String]) -> Never {
    Signal.ignore(.brokenPipe)
    do throws(SystemError) {
      try ProcessHardening.apply()
      CurrentProcess.takeUsualIOPriority()
      if !arguments.isEmpty {
        try Confinement.report(on: arguments.filter { $0 != "--attempt" }) {
          () throws(SystemError) in
          try confine(nil)
        }
        CurrentProcess.exitNow(0)
      }
      try Confinement.silence()
      let loop = try EventLoop()
      let socket = try UnixSocket(
        adopting: SharedDescriptor(adopting: LimitedCommand.passedDescriptor))
      let service = Service(loop)
      let link = WorkerLink(socket, on: loop, takesDescriptors: false) {
        service.take($0)
      } closed: {
        CurrentProcess.exitNow(0)
      }
      service.begin(link)
      try link.start()
      try loop.run()
    } catch {
      try? FileDescriptor.standardError.write("\(error.message)\n")
      CurrentProcess.exitNow(1)
    }
    CurrentProcess.exitNow(0)
  }

  /// Confines this process, which may read certificates where they are.
  private static func confine(_ certificates: String?) throws(SystemError) {
    let places = [certificates, Environment["SSL_CERT_FILE"], Environment["SSL_CERT_DIR"]]
    try Confinement.begin(reading: places.compactMap(\.self))
  }

  /// What the process does; on its loop's thread.
  private final class Service: Sendable {
    private let loop: EventLoop
    private let state = Mutex<(link: WorkerLink?, transfers: Transfers?, policy: FetchPolicy?)>(
      (nil, nil, nil))

    init(_ loop: EventLoop) {
      self.loop = loop
    }

    func begin(_ link: WorkerLink) {
      state.withLock { $0.link = link }
    }

    func take(_ message: WorkerLink.Message) {
      guard let order = try? FetchOrder(kind: message.kind, payload: message.payload) else {
        // Who started it is of another mind than this program.
        CurrentProcess.exitNow(1)
      }
      let (link, transfers, policy) = state.withLock { $0 }
      switch order {
      case .begin(let policy):
        // Once: a process that reads what was fetched has the socket, and must not choose other places.
        guard transfers == nil else { CurrentProcess.exitNow(1) }
        begin(policy)
      case .cancel(let number): transfers?.cancel(number)
      case .fetch(let number, let request):
        guard let transfers, let policy else { CurrentProcess.exitNow(1) }
        transfers.start(
          Exchange(request, named: number, policy: policy) { result in
            let news = FetchNews.answer(number, result.map { FetchAnswer($0) })
            link?.send(news.kind, news.payload)
          })
      }
    }

    /// Confines the process before anything is read from the network, with the library loaded and not yet begun.
    private func begin(_ policy: FetchPolicy) {
      let reason: String
      // Where it is missing, the transfers say so.
      _ = Transfers.isLoaded
      do throws(SystemError) {
        try FetchWorker.confine(policy.certificates)
        do throws(FetchError) {
          let transfers = try Transfers(on: loop, policy: policy)
          state.withLock { ($0.transfers, $0.policy) = (transfers, policy) }
          return
        } catch {
          reason = error.message
        }
      } catch {
        reason = error.message
      }
      let news = FetchNews.unable(reason)
      state.withLock { $0.link }?.send(news.kind, news.payload)
      CurrentProcess.exitNow(1)
    }
  }
}
