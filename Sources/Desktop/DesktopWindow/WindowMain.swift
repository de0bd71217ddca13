internal import DesktopService
internal import FresnelBus
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightClient

/// The program `fresnel-window-gtk`: the search window, which stays in memory and is shown when somebody calls for it
/// on the session's bus.
package enum WindowMain {
  static let name = "fresnel-window"
  private static let help = """
    usage: fresnel-window-gtk

    Shows the search window when fresnel-window calls for it. The desktop starts it;
    it takes no operands.

      --show     show the window at once
      --help     print this
      --version  print the version

    It ends with status 3 where it was built without GTK, and with status 4 where
    there is no display.
    """
  /// Variables of this process's environment that no other program is to have.
  static let ownVariables: Set<String> = ["GSK_RENDERER"]
  /// How long the daemon is waited for when a result is opened.
  private static let patience = Duration.seconds(5)

  /// Runs until the session's bus ends or a signal does.
  ///
  /// - Parameter arguments: The command line, the program's name first.
  package static func run(_ arguments: [String]) -> Never {
    StandardStreams.openClosed()
    var isCalled = false
    switch Array(arguments.dropFirst()) {
    case []: break
    case ["--show"]: isCalled = true
    case ["--help"]: print(help)
    case ["--version"]: print("fresnel-window-gtk \(SoftwareVersion.text)")
    default: WindowStatus.usage.end(name)
    }
    var caller = WindowCaller.current
    do {
      let start = try ProgramStart()
      let loop = try EventLoop()
      let inbox = try WindowInbox()
      _ = try loop.add(start.endDescriptor, for: .readable) { _ in inbox.post(.end) }
      let tellReady = start.tellReady
      // The program that ran in this process before may have started the daemon.
      Reexecution.adoptChildren()
      let place = WindowCaller(display: caller.display)
      if !isCalled { caller.token = nil }
      let called = isCalled ? caller : nil
      var parts: Parts?
      try SearchWindow.run(as: WindowInterface.busName, watching: inbox.descriptor) {
        do {
          parts = try Parts(on: loop, inbox, at: place)
        } catch {
          WindowStatus.failed.end(name, "\(error)")
        }
        parts?.begin(tellReady: tellReady, called: called)
      } _: { event, window in
        parts?.program.handle(event, &window) ?? .ignored
      }
      withExtendedLifetime(parts) {}
      withExtendedLifetime(start) {}
    } catch let absence as SearchWindow.Absence {
      (absence == .notBuilt ? WindowStatus.notBuilt : .noDisplay).end(name)
    } catch let error as SystemError {
      WindowStatus.failed.end(name, error.message)
    } catch {
      WindowStatus.failed.end(name, "\(error)")
    }
    CurrentProcess.exitNow(0)
  }

  /// What the window is joined with, made once there is a display.
  private struct Parts {
    let program: WindowProgram
    private let loop: EventLoop
    private let bus: BusConnection
    private let inbox: WindowInbox
    private let look: DesktopLookWatch

    init(on loop: EventLoop, _ inbox: WindowInbox, at place: WindowCaller) throws {
      let connection = try OwnDaemon.connection(
        claiming: "org.fresnel.window", hiding: ownVariables)
      let directories = BaseDirectories.current
      let results = ChosenResults(
        connection,
        starter: .services(
          on: loop, connect: { try? BusConnection.open(.session, on: loop) },
          home: directories.home, hiding: ownVariables),
        directories: directories, environment: Environment.all,
        searchProgram: OwnDaemon.searchProgram, on: loop, patience: patience,
        // Keys reach no window of a session that is locked.
        isLocked: { false })
      let titles = AppTitles(directories)
      titles.refresh()
      let icons = AppIcons(directories) { inbox.post(.icons($0)) }
      icons.refresh()
      let session = SearchSession(connection, titles: titles, icons: icons) {
        inbox.post(.list($0))
      }
      let settings = SettingsKeeper(
        directories, program: OwnDaemon.searchProgram,
        environment: Environment.all.filter { !ownVariables.contains($0.key) })
      program = WindowProgram(
        inbox, session: session, results: results, settings: settings,
        control: SessionControl { try? BusConnection.open(.system, on: loop) }, at: place)
      bus = try BusConnection.open(.session, on: loop)
      self.loop = loop
      self.inbox = inbox
      look = DesktopLookWatch { inbox.post(.look($0)) }
      let object = WindowObject(on: bus, file: ProgramFile(at: CurrentProcess.executablePath)) {
        inbox.post(.toggle($0))
      } showSettings: {
        inbox.post(.settingsWanted($0))
      } end: {
        inbox.post(.end)
      }.object
      try bus.serve(object)
      bus.whenClosed { inbox.post(.end) }
      // Who types first finds the connection there.
      connection.beginToConnect(for: OneSearch.classes)
    }

    /// Takes the name on the bus, once the object is there. Where another window has it, this one ends.
    func begin(tellReady: @escaping @Sendable () -> Void, called: WindowCaller?) {
      _ = DetachedThread.start { [loop, inbox] in
        try? loop.run()
        inbox.post(.end)
      }
      look.begin(on: bus)
      bus.requestName(WindowInterface.busName) { [inbox] reply in
        if case .failure = reply { CurrentProcess.exitNow(0) }
        tellReady()
        if let called { inbox.post(.toggle(called)) }
      }
    }
  }

  private static func print(_ text: String) -> Never {
    try? FileDescriptor.standardOutput.write(text + "\n")
    CurrentProcess.exitNow(0)
  }
}
