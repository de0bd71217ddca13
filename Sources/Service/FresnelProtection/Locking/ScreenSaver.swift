internal import FresnelBus
internal import Synchronization

/// A screen saver on the session's bus: a program that covers and locks the screen.
///
/// It can only lock. That it ends unlocks what it locked, and a session whose screen was never covered
/// by it is judged by logind.
final class ScreenSaver: Sendable {
  /// The names under which desktops have theirs: GNOME and its relatives, KDE and others.
  static let names = ["org.gnome.ScreenSaver", "org.freedesktop.ScreenSaver"]

  private let bus: BusConnection
  private let name: String
  private let note: @Sendable (LockEvidence.Event) -> Void
  private let listening = Mutex<[BusSubscription]>([])

  private var path: String { "/" + name.split(separator: ".").joined(separator: "/") }

  init(
    _ name: String, on bus: BusConnection,
    _ note: @escaping @Sendable (LockEvidence.Event) -> Void
  ) {
    self.bus = bus
    self.name = name
    self.note = note
    let change = try? bus.subscribe(
      to: BusSignal(from: name, path, name, "ActiveChanged")
    ) { values in
      if let isActive = values.first?.bool { note(.screenSaver(name, isActive: isActive)) }
    }
    let owner = try? bus.watchOwner(of: name) { [weak self] owner in
      if owner != nil { self?.ask() } else { note(.screenSaverGone(name)) }
    }
    listening.withLock { $0 = [change, owner].compactMap { $0 } }
  }

  private func ask() {
    let (name, note) = (name, note)
    bus.call(BusCall(to: name, path, name, "GetActive"), timeout: .seconds(25)) { reply in
      if let isActive = (try? reply.get())?.first?.bool {
        note(.screenSaver(name, isActive: isActive))
      }
    }
  }
}
