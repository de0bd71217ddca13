internal import FresnelPlatform

/// What the programs of the desktop do first: they keep what was meant for them from the programs that they start, are
/// hardened, and catch the signals that end them.
///
/// Made before the process has a second thread, which would take the signals, and kept until the program ends.
package struct ProgramStart: ~Copyable {
  /// Becomes readable when a signal asked the program to end.
  package var endDescriptor: Int32 { signals.descriptor }

  private let managerSocket: String?
  private let signals: SignalListener

  /// Begins the program.
  ///
  /// - Throws: ``SystemError`` when the process cannot be hardened, or when it catches signals already.
  package init() throws {
    let socket = Environment["NOTIFY_SOCKET"]
    // What sees the manager's socket or a token here is not to be handed on.
    for variable in ["NOTIFY_SOCKET", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
      Environment.setValue(nil, for: variable)
    }
    Signal.ignore(.brokenPipe)
    // Without core files, yet open to the daemon's look, which tells by it who connects.
    try ProcessHardening.apply(dumpable: true)
    signals = try SignalListener(for: [.terminate, .interrupt, .hangUp])
    managerSocket = socket
  }

  /// What tells the service manager that the program serves; without one it does nothing. A manager that does not
  /// listen is none.
  package var tellReady: @Sendable () -> Void {
    guard let managerSocket else { return {} }
    return { try? DatagramSocket.send(Array("READY=1".utf8), to: managerSocket) }
  }
}
