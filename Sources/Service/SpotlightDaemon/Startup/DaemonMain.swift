internal import FresnelPlatform
internal import SpotlightWire

/// The program `fresneld`.
package enum DaemonMain {
  /// How the program ended.
  private enum Status {
    /// In good order, or because another daemon serves already.
    static let done: Int32 = 0
    /// It cannot serve.
    static let failed: Int32 = 1
    /// The command line makes no sense.
    static let usage: Int32 = 2
  }

  /// As in the unit of systemd: what all connections together may have open, and the stores.
  private static let openFileCount: UInt64 = 65536

  /// Runs the daemon until it is told to end.
  ///
  /// - Parameter arguments: The command line, the program's name first.
  package static func run(_ arguments: [String]) -> Never {
    StandardStreams.openClosed()
    // Before there is a second thread; two, so that indexing and a person's search seldom meet in one.
    HeapMemory.share(heapCount: 2)
    // Before anything is opened, since systemd passes sockets by their numbers.
    let sockets = ActivatedSockets.take()
    let manager = ServiceManager.take()
    let arguments = Array(arguments.dropFirst())
    if arguments == ["--help"] { end(.standardOutput, DaemonOptions.help, Status.done) }
    if arguments == ["--version"] {
      end(.standardOutput, "fresneld \(SoftwareVersion.text)", Status.done)
    }
    let options: DaemonOptions
    do throws(UsageError) {
      options = try DaemonOptions(parsing: arguments, base: .current)
    } catch {
      end(.standardError, "fresneld: \(error.message)", Status.usage)
    }
    do throws(SystemError) {
      Signal.ignore(.brokenPipe)
      try ProcessHardening.apply(dumpable: options.isDumpable)
      if let worker = options.worker { try WorkerMain.run(worker, options) }
      if let descriptor = options.handoffDescriptor { try HandoffMain.run(descriptor, options) }
      // Where nobody else did it: usual are 1,024, which clients could use up.
      try CurrentProcess.allowOpenFiles(openFileCount)
      let passed = try options.resumed.map { (number) throws(SystemError) in
        Reexecution.reapChildren()
        return try PassedState(takenFrom: number)
      }
      let daemon = try Daemon(options, sockets: sockets, manager: manager, passed)
      try daemon.run()
    } catch {
      // Another daemon holds the lock: two clients started one each, and one is enough.
      let status = error.code == .wouldBlock ? Status.done : Status.failed
      end(.standardError, "fresneld: \(error.message)", status)
    }
    CurrentProcess.exitNow(Status.done)
  }

  private enum Stream {
    case standardOutput, standardError
  }

  private static func end(_ stream: Stream, _ text: String, _ status: Int32) -> Never {
    switch stream {
    case .standardOutput: try? FileDescriptor.standardOutput.write(text + "\n")
    case .standardError: try? FileDescriptor.standardError.write(text + "\n")
    }
    CurrentProcess.exitNow(status)
  }
}
