internal import DesktopService
internal import FresnelBus
internal import FresnelPlatform

/// The window's object on the session's bus. Confined programs are refused: who names a display could have a person
/// type into one of their own.
struct WindowObject: Sendable {
  private let bus: BusConnection
  private let callers: CallerCheck
  private let file: ProgramFile?
  private let toggle: @Sendable (WindowCaller) -> Void
  private let showSettings: @Sendable (WindowCaller) -> Void
  private let end: @Sendable () -> Void

  /// How long the bus may take to free the name.
  private static let patience = Duration.seconds(30)

  /// Makes the object of a bus.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - file: The file of this program; `nil` where it cannot be looked at.
  ///   - toggle: Told who calls for the window, on the bus's thread.
  ///   - showSettings: Told who calls for the page of settings, on the bus's thread.
  ///   - end: Ends the window, on the bus's thread, as its program is not installed any more.
  init(
    on bus: BusConnection, file: ProgramFile?, toggle: @escaping @Sendable (WindowCaller) -> Void,
    showSettings: @escaping @Sendable (WindowCaller) -> Void,
    end: @escaping @Sendable () -> Void
  ) {
    self.bus = bus
    callers = CallerCheck(
      bus, user: CurrentProcess.userIdentifier, program: "fresnel-window", left: { _ in })
    self.file = file
    self.toggle = toggle
    self.showSettings = showSettings
    self.end = end
  }

  /// What the bus serves.
  var object: BusObject {
    BusObject(WindowInterface.path, WindowInterface.interface) { [self] request in
      callers.admit(request) { answer(request) }
    }
  }

  private func answer(_ request: BusRequest) {
    switch (request.member, request.arguments.map(\.typeSignature)) {
    case ("Toggle", ["a{sv}"]), ("Settings", ["a{sv}"]):
      if file?.isReplaced == true { return leave(request) }
      // Answered first: the window may run itself anew for it.
      request.reply(.success([]))
      let caller = WindowCaller(request.arguments[0])
      if request.member == "Toggle" { toggle(caller) } else { showSettings(caller) }
    case ("Toggle", _), ("Settings", _):
      request.reply(.failure(.invalidArguments("\(request.member) takes options (a{sv}).")))
    default: request.reply(.failure(.unknownMethod(request.member)))
    }
  }

  /// Makes room for the program that is installed by now. The daemon would refuse this one. Whoever called starts that
  /// program, or says that there is none, and for that the name has to be free.
  private func leave(_ request: BusRequest) {
    bus.call(
      .bus("ReleaseName", [.string(WindowInterface.busName)]), timeout: Self.patience
    ) { [end] _ in
      request.reply(
        .failure(
          BusError(
            named: "org.freedesktop.DBus.Error.ServiceUnknown",
            "The program of this window is not installed any more.")))
      end()
    }
  }
}
