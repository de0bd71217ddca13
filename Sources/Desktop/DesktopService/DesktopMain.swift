internal import FresnelBus
internal import FresnelPlatform

/// The program `fresnel-desktop`: results of all apps in the searches of desktops.
package enum DesktopMain {
  /// How the program ended.
  private enum Status {
    /// In good order.
    static let done: Int32 = 0
    /// It cannot serve.
    static let failed: Int32 = 1
    /// The command line makes no sense.
    static let usage: Int32 = 2
  }

  private static let help = """
    usage: fresnel-desktop

    Shows results of the index daemon in the overview of GNOME and in KRunner. The
    desktop starts it when somebody searches; it takes no operands.

      --help     print this
      --version  print the version
    """

  /// Runs the providers until the session's bus ends or a signal does.
  ///
  /// - Parameter arguments: The command line, the program's name first.
  package static func run(_ arguments: [String]) -> Never {
    StandardStreams.openClosed()
    switch Array(arguments.dropFirst()) {
    case []: break
    case ["--help"]: end(.standardOutput, help, Status.done)
    case ["--version"]: end(.standardOutput, "fresnel-desktop \(SoftwareVersion.text)", Status.done)
    default: end(.standardError, "fresnel-desktop: it takes no operands; see --help", Status.usage)
    }
    do {
      let start = try ProgramStart()
      let loop = try EventLoop()
      _ = try loop.add(start.endDescriptor, for: .readable) { _ in loop.stop() }
      let tellReady = start.tellReady
      let service = try DesktopService(
        on: loop, connection: try OwnDaemon.connection(claiming: "org.fresnel.desktop"),
        program: ProgramFile(at: CurrentProcess.executablePath),
        searchProgram: OwnDaemon.searchProgram)
      service.begin {
        if let problem = $0 { end(.standardError, "fresnel-desktop: \(problem)", Status.failed) }
        tellReady()
      } ended: {
        loop.stop()
      }
      try loop.run()
      withExtendedLifetime(service) {}
      withExtendedLifetime(start) {}
    } catch let error as SystemError {
      end(.standardError, "fresnel-desktop: \(error.message)", Status.failed)
    } catch {
      end(.standardError, "fresnel-desktop: \(error)", Status.failed)
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
