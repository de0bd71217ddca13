package import FresnelBus
package import LocalAnswers

/// Locks the person's session, ends it, or has the machine sleep: what logind does for whoever sits there.
package struct SessionControl: Sendable {
  /// Told why it was not done, in words for a person; `nil` once it is.
  package typealias Completion = @Sendable (_ failure: String?) -> Void

  private let bus: @Sendable () -> BusConnection?

  private static let logind = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let interface = "org.freedesktop.login1.Manager"
  /// How long logind may take, which may ask the person for a password first.
  private static let patience = Duration.seconds(60)

  /// Controls the session of this user.
  ///
  /// - Parameter bus: Connects to the machine's bus; `nil` where there is none.
  package init(_ bus: @escaping @Sendable () -> BusConnection?) { self.bus = bus }

  /// Does something.
  ///
  /// - Parameters:
  ///   - command: What.
  ///   - done: Told once what came of it, on any thread.
  package func perform(_ command: SessionCommand, _ done: @escaping Completion) {
    guard let bus = bus() else { return done("there is no bus of the system") }
    switch command {
    case .sleep: call("Suspend", [.bool(true)], bus, done)
    case .lock: callForSession("LockSession", bus, done)
    case .logOut: callForSession("TerminateSession", bus, done)
    }
  }

  /// Calls a method with the session that the person sees. This process may be in none: the person's systemd starts it.
  private func callForSession(
    _ member: String, _ bus: BusConnection, _ done: @escaping Completion
  ) {
    let display = BusCall.property(
      of: Self.logind, Self.path + "/user/self", "org.freedesktop.login1.User", "Display")
    bus.call(display, timeout: Self.patience) { reply in
      switch reply {
      case .success(let values):
        guard let session = values.first?.elements?.first?.text, !session.isEmpty else {
          return done("logind knows of no session with a display")
        }
        call(member, [.string(session)], bus, done)
      case .failure(let error): done(Self.reason(error))
      }
    }
  }

  private func call(
    _ member: String, _ arguments: [BusValue], _ bus: BusConnection, _ done: @escaping Completion
  ) {
    let call = BusCall(to: Self.logind, Self.path, Self.interface, member, arguments)
    bus.call(call, timeout: Self.patience) { reply in
      // Kept until the answer is there.
      withExtendedLifetime(bus) {}
      switch reply {
      case .success: done(nil)
      case .failure(let error): done(Self.reason(error))
      }
    }
  }

  private static func reason(_ error: BusError) -> String {
    error.code == .noService ? "logind does not run here" : "logind refused: \(error.message)"
  }
}
