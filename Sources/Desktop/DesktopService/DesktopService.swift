package import FresnelBus
package import FresnelPlatform
package import SearchSurface
package import SpotlightClient

/// The providers of the desktops' searches on the session's bus, wired to the daemon.
///
/// They answer nothing while the session is locked, and forget at each lock what they gave out. Items of lockable classes
/// they never have.
package final class DesktopService: Sendable {
  private let bus: BusConnection
  private let loop: EventLoop
  private let connection: ServiceConnection
  private let gnome: GNOMEProvider
  private let krunner: KRunnerProvider
  private let lock: SessionLock
  private let system: BusConnection.Address
  private let askers: Askers
  private let program: ProgramFile?

  /// Makes the providers.
  ///
  /// - Parameters:
  ///   - loop: Runs what is called.
  ///   - connection: The way to the daemon, with the role surface.
  ///   - session: The session's bus.
  ///   - system: The machine's bus, which tells of locks.
  ///   - program: The file of this program, without which it ends; `nil` where that does not matter.
  ///   - searchProgram: The path of `fresnel`, which a shell may ask for.
  ///   - patience: How long the daemon is waited for, which may have to be started first.
  ///   - starter: Starts the programs that open results; `nil` for services of the person's systemd.
  ///   - directories: Where manifests and desktop files are.
  /// - Throws: ``BusError`` where there is no bus of the session.
  package init(
    on loop: EventLoop, connection: ServiceConnection,
    session: BusConnection.Address = .session, system: BusConnection.Address = .system,
    program: ProgramFile? = nil, searchProgram: String, patience: Duration = .seconds(5),
    starter: ProgramStarter? = nil, directories: BaseDirectories = .current
  ) throws(BusError) {
    let bus = try BusConnection.open(session, on: loop)
    let askers = Askers(connection, on: loop, patience: patience)
    let lock = SessionLock()
    let results = ChosenResults(
      connection,
      starter: starter
        ?? .services(
          on: loop, connect: { try? BusConnection.open(session, on: loop) },
          home: directories.home),
      directories: directories, environment: Environment.all, searchProgram: searchProgram,
      on: loop, patience: patience, isLocked: { lock.isLocked })
    let callers = CallerCheck(bus, user: CurrentProcess.userIdentifier) { sender in
      askers.forget(sender)
    }
    gnome = GNOMEProvider(
      callers: callers, askers: askers, results: results, isLocked: { lock.isLocked })
    krunner = KRunnerProvider(
      callers: callers, askers: askers, results: results, on: loop,
      isLocked: { lock.isLocked })
    self.bus = bus
    self.loop = loop
    self.connection = connection
    self.lock = lock
    self.system = system
    self.askers = askers
    self.program = program
  }

  /// Begins to serve. The names are taken once the objects are there, so that whoever finds a name finds its object, and
  /// once it is known whether the session is locked, so that the first call is answered by that.
  ///
  /// - Parameters:
  ///   - ready: Told once, on the loop's thread: `nil` when all names are this process's, else why one is not.
  ///   - ended: Told when the session's bus has ended, or the program was replaced.
  package func begin(
    ready: @escaping @Sendable (String?) -> Void, ended: @escaping @Sendable () -> Void
  ) {
    bus.whenClosed(ended)
    do throws(BusError) {
      for object in [gnome.object, krunner.object] {
        try bus.serve(
          program?.guarding(object, end: { [loop] in loop.perform(ended) }) ?? object)
      }
    } catch {
      return loop.perform { ready(error.message) }
    }
    // Who searches first finds the connection there.
    connection.beginToConnect(for: OneSearch.classes)
    lock.begin(
      system: try? BusConnection.open(system, on: loop), session: bus, on: loop,
      forget: { [askers] in askers.forgetLists() },
      known: { [weak self] in self?.takeNames(ready) })
  }

  private func takeNames(_ ready: @escaping @Sendable (String?) -> Void) {
    bus.requestName(GNOMEProvider.busName) { [bus] reply in
      if case .failure(let error) = reply { return ready(error.message) }
      bus.requestName(KRunnerProvider.busName) { reply in
        if case .failure(let error) = reply { return ready(error.message) }
        ready(nil)
      }
    }
  }
}
