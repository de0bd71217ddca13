internal import FresnelBus
internal import FresnelPlatform
internal import Synchronization

/// What a person wants windows to look like, as the desktop's settings say. GTK 4.8 looks at none of it itself.
struct DesktopLook: Hashable, Sendable {
  /// Whether windows are to be dark or light.
  enum Scheme: UInt64, Hashable, Sendable {
    /// What the desktop's theme says.
    case any = 0
    case dark = 1
    case light = 2
  }

  /// Whether windows are to be dark or light.
  var scheme = Scheme.any
  /// Whether they are to have more contrast.
  var wantsContrast = false

  /// Takes one of the settings; others, and values that mean nothing, change nothing.
  ///
  /// - Parameters:
  ///   - key: Its name below `org.freedesktop.appearance`.
  ///   - value: Its value.
  mutating func take(_ key: String, _ value: BusValue) {
    guard let number = value.unsigned else { return }
    switch key {
    case "color-scheme": scheme = Scheme(rawValue: number) ?? .any
    case "contrast": wantsContrast = number == 1
    default: break
    }
  }
}

/// Follows how windows are to look: the interface `org.freedesktop.portal.Settings`, which desktops serve to all apps.
final class DesktopLookWatch: Sendable {
  private struct State {
    var look = DesktopLook()
    var subscription: BusSubscription?
  }

  private let state = Mutex(State())
  private let changed: @Sendable (DesktopLook) -> Void

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"
  /// How long the portal may take, which the bus may have to start.
  private static let patience = Duration.seconds(30)

  /// Follows no bus yet.
  ///
  /// - Parameter changed: Told each other look than the usual one, on the bus's thread.
  init(_ changed: @escaping @Sendable (DesktopLook) -> Void) { self.changed = changed }

  /// Begins to listen, and asks what holds now. Where there is no portal, nothing is told.
  ///
  /// - Parameter bus: The session's bus.
  func begin(on bus: BusConnection) {
    let signal = BusSignal(
      from: Self.portal, Self.path, Self.interface, "SettingChanged",
      firstArgument: Self.namespace)
    let subscription = try? bus.subscribe(to: signal) { [weak self] values in
      guard values.count == 3, let key = values[1].text else { return }
      self?.take([(key, values[2])])
    }
    state.withLock { $0.subscription = subscription }
    let call = BusCall(
      to: Self.portal, Self.path, Self.interface, "ReadAll",
      [.array(element: "s", [.string(Self.namespace)])])
    bus.call(call, timeout: Self.patience) { [weak self] reply in
      guard case .success(let values) = reply,
        let settings = values.first?[Self.namespace]
      else { return }
      let keys = ["color-scheme", "contrast"]
      self?.take(keys.compactMap { key in settings[key].map { (key, $0) } })
    }
  }

  private func take(_ settings: [(key: String, value: BusValue)]) {
    let look = state.withLock { state -> DesktopLook? in
      let before = state.look
      for (key, value) in settings { state.look.take(key, value) }
      return state.look == before ? nil : state.look
    }
    if let look { changed(look) }
  }
}
