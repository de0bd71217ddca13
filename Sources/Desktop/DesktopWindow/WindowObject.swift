internal import DesktopService
internal import FresnelBus
internal import FresnelPlatform

/// The window's object on the session's bus. Confined programs are refused: who names a display could have a person
/// type into one of their own.
struct WindowObject: Sendable {
  private let callers: CallerCheck
  private let toggle: @Sendable (WindowCaller) -> Void

  /// Makes the object of a bus.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - toggle: Told who calls for the window, on the bus's thread.
  init(on bus: BusConnection, toggle: @escaping @Sendable (WindowCaller) -> Void) {
    callers = CallerCheck(
      bus, user: CurrentProcess.userIdentifier, program: "fresnel-window", left: { _ in })
    self.toggle = toggle
  }

  /// What the bus serves.
  var object: BusObject {
    BusObject(WindowInterface.path, WindowInterface.interface) { [self] request in
      callers.admit(request) { answer(request) }
    }
  }

  private func answer(_ request: BusRequest) {
    switch (request.member, request.arguments.map(\.typeSignature)) {
    case ("Toggle", ["a{sv}"]):
      // Answered first: the window may run itself anew for it.
      request.reply(.success([]))
      toggle(WindowCaller(request.arguments[0]))
    case ("Toggle", _):
      request.reply(.failure(.invalidArguments("Toggle takes options (a{sv}).")))
    default: request.reply(.failure(.unknownMethod(request.member)))
    }
  }
}
