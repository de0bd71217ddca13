internal import FresnelPlatform

/// Tells the service manager how this service is doing, as sd_notify(3) describes it.
struct ServiceManager {
  /// Where the manager listens; `nil` when nobody manages this process.
  private let path: String?

  /// What lets a program find the manager.
  var environment: [String: String] { path.map { ["NOTIFY_SOCKET": $0] } ?? [:] }

  /// Finds the manager in the environment, and removes it there: programs that this one starts are not to
  /// speak for it.
  static func take() -> ServiceManager {
    let path = Environment["NOTIFY_SOCKET"]
    Environment.setValue(nil, for: "NOTIFY_SOCKET")
    // Other kinds of addresses are for virtual machines.
    return ServiceManager(path: path.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil })
  }

  /// Says something, such as `READY=1`. Nobody depends on it.
  func tell(_ state: String) {
    guard let path else { return }
    try? DatagramSocket.send(Array(state.utf8), to: path)
  }
}
