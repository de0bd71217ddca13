internal import FresnelBus
internal import FresnelPlatform
internal import SearchSurface

/// The program `fresnel-window`: calls for the search window, which another process shows, and starts that where nobody
/// does. It is what a key of the desktop is bound to, so it links no GTK and ends at once.
package enum WindowCallMain {
  private static let name = "fresnel-window"
  private static let help = """
    usage: fresnel-window [--toggle | --settings]

    Shows the search window, or hides it where it is shown. Bind a key to it.
    Where the window is not installed the search opens in a terminal.

      --toggle   the same, for readers of the key's settings
      --settings show the window with its page of settings
      --help     print this
      --version  print the version

    It ends with status 3 where there is no window, or one that was built without
    GTK, and no terminal, and with status 4 where there is no display.
    """
  /// How long the window may take to start.
  private static let patience = Duration.seconds(30)

  /// Runs until the window is called.
  ///
  /// - Parameter arguments: The command line, the program's name first.
  package static func run(_ arguments: [String]) -> Never {
    StandardStreams.openClosed()
    var isForSettings = false
    switch Array(arguments.dropFirst()) {
    case [], ["--toggle"]: break
    case ["--settings"]: isForSettings = true
    case ["--help"]: print(help)
    case ["--version"]: print("\(name) \(SoftwareVersion.text)")
    default: WindowStatus.usage.end(name)
    }
    let caller = WindowCaller.current
    guard caller.hasDisplay else { WindowStatus.noDisplay.end(name) }
    let call =
      isForSettings ? WindowInterface.settings(for: caller) : WindowInterface.toggle(for: caller)
    Signal.ignore(.brokenPipe)
    do {
      let loop = try EventLoop()
      let bus = try BusConnection.open(.session, on: loop)
      // For what the bus starts: it may be older than the display.
      let variables = caller.display.map { BusValue.entry(.string($0.key), .string($0.value)) }
      bus.call(
        .bus("UpdateActivationEnvironment", [.array(element: "{ss}", variables)]),
        timeout: patience
      ) { _ in }
      bus.call(call, timeout: patience) { reply in
        guard case .failure(let error) = reply else { CurrentProcess.exitNow(0) }
        guard isAbsence(error) else { WindowStatus.failed.end(name, sentence(error)) }
        startWindow(for: call, bus, loop)
      }
      try loop.run()
      withExtendedLifetime(bus) {}
    } catch {
      // A terminal needs no bus.
      if program == nil { searchInTerminal() }
      WindowStatus.failed.end(name, (error as? SystemError)?.message ?? sentence("\(error)"))
    }
    CurrentProcess.exitNow(0)
  }

  /// Whether an error says that the bus has nobody to call, or could not start them.
  private static func isAbsence(_ error: BusError) -> Bool {
    error.code == .noService || error.name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") == true
      || error.name?.hasPrefix("org.freedesktop.systemd1.") == true
  }

  /// Starts the window and calls it once it is on the bus, or tells why it ended.
  private static func startWindow(
    for call: BusCall, _ bus: BusConnection, _ loop: EventLoop
  ) {
    guard let program else { searchInTerminal() }
    do {
      // Another one may have been started meanwhile; then this one ends in good order.
      try Command(program).startDetached { ending in
        switch ending {
        case .exited(0): break
        case .exited(let status): (WindowStatus(rawValue: status) ?? .failed).end(name)
        case .killed(let signal):
          WindowStatus.failed.end(name, "the window was ended by signal \(signal.rawValue)")
        }
      }
      let watch = try bus.watchOwner(of: WindowInterface.busName) { owner in
        guard owner != nil else { return }
        bus.call(call, timeout: patience) { reply in
          guard case .failure(let error) = reply else { CurrentProcess.exitNow(0) }
          WindowStatus.failed.end(name, sentence(error))
        }
      }
      loop.after(patience) {
        withExtendedLifetime(watch) {}
        WindowStatus.failed.end(name, "the window does not answer")
      }
    } catch let error as SystemError {
      WindowStatus.failed.end(name, error.message)
    } catch {
      WindowStatus.failed.end(name, sentence("\(error)"))
    }
  }

  /// Opens the search of this installation in a terminal, as there is no window; else tells that there is none.
  private static func searchInTerminal() -> Never {
    let search = FileSystem.parent(of: CurrentProcess.executablePath ?? "") + "/fresnel"
    guard FileSystem.isExecutable(search),
      let terminal = ProgramStarter.terminalCommand(running: [search])
    else { WindowStatus.notBuilt.end(name) }
    do throws(SystemError) {
      try terminal.startDetached()
    } catch {
      WindowStatus.failed.end(name, error.message)
    }
    CurrentProcess.exitNow(0)
  }

  /// The path of the window's program: in `libexec/fresnel` of this prefix, or beside this program as in a build.
  private static var program: String? {
    let directory = FileSystem.parent(of: CurrentProcess.executablePath ?? "")
    let prefix = FileSystem.parent(of: directory)
    return ["\(prefix)/libexec/fresnel/fresnel-window-gtk", "\(directory)/fresnel-window-gtk"]
      .first { FileSystem.isExecutable($0) }
  }

  private static func print(_ text: String) -> Never {
    try? FileDescriptor.standardOutput.write(text + "\n")
    CurrentProcess.exitNow(0)
  }

  private static func sentence(_ error: BusError) -> String { sentence(error.message) }

  /// A message without the full stop that is added.
  private static func sentence(_ message: String) -> String {
    message.hasSuffix(".") ? String(message.dropLast()) : message
  }
}
