internal import DesktopService
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import Synchronization

/// What other threads have for the window's: the bus, the daemon's answers, signals.
final class WindowInbox: Sendable {
  /// News for the window.
  enum News: Sendable {
    /// What a search found by now.
    case list(SurfaceList)
    /// Somebody called for the window.
    case toggle(WindowCaller)
    /// Somebody called for the settings.
    case settingsWanted(WindowCaller)
    /// What the settings are; why they cannot be read, or were not changed.
    case settings(WindowSettings?, String?)
    /// What can be done with a result besides opening it, and what may be decided about it.
    case actions([ResultAction], [MarkAction], SurfaceRow)
    /// What was decided about a result could not be noted, for this reason.
    case notMarked(String)
    /// The names of the icons of all apps.
    case icons([String])
    /// What was to be done with the session was not done, for this reason.
    case notDone(String)
    /// How windows are to look.
    case look(DesktopLook)
    /// A result was not opened, for this reason.
    case notOpened(String)
    /// The program is to end.
    case end
  }

  private let news = Mutex<[News]>([])
  private let wake: WakePipe

  /// Makes an empty inbox.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  init() throws(SystemError) { wake = try WakePipe() }

  /// Becomes readable when there is news.
  var descriptor: Int32 { wake.descriptor }

  /// Hands news over, from any thread.
  func post(_ one: News) {
    news.withLock { $0.append(one) }
    wake.signal()
  }

  /// Takes what has come, the oldest first; none where somebody else took it meanwhile.
  func take() -> [News] {
    if wait(atMost: .zero) { wake.drain() }
    return news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  /// Waits until there is news, but not for long.
  ///
  /// - Parameter time: How long at most.
  /// - Returns: Whether there is.
  func wait(atMost time: Duration) -> Bool {
    (try? waitForInput(on: [wake.descriptor], timeout: time))?.contains(wake.descriptor) == true
  }
}
