internal import FresnelPlatform

/// Ties an activity to a window: it is current while the window has the focus, and ends when the window is
/// closed. Until then it is held here.
///
/// ```swift
/// let tie = WindowActivity(activity)
/// _ = tie.attach(gtkWindow: UnsafeMutableRawPointer(window))
/// ```
///
/// Use it on the toolkit's thread, which is then the one to which its activity belongs.
public final class WindowActivity {
  /// The activity.
  public let activity: NSUserActivity
  private var isClosed = false

  /// Ties an activity to a window that is not on the screen yet. Whoever made the tie keeps it, unless a GTK
  /// window does.
  public init(_ activity: NSUserActivity) {
    self.activity = activity
  }

  /// The window has got the focus, or lost it.
  public func focusChanged(isFocused: Bool) {
    guard !isClosed else { return }
    if isFocused { activity.becomeCurrent() } else { activity.resignCurrent() }
  }

  /// The window is on the screen, with its content.
  public func contentWasShown() {
    UserActivityReceiver.shared.contentWasShown()
  }

  /// The window is closed.
  public func close() {
    isClosed = true
    activity.invalidate()
  }

  /// Ties the activity to a window of GTK 3 or 4, which keeps the tie until it is destroyed.
  ///
  /// - Parameter gtkWindow: A `GtkWindow *` that lives.
  /// - Returns: Whether the program has loaded GTK; otherwise nothing is done.
  public func attach(gtkWindow: UnsafeMutableRawPointer) -> Bool {
    attach(to: gtkWindow, finding: { LoadedSymbol.address(of: $0) })
  }

  /// As ``attach(gtkWindow:)``, with C functions that are found by name.
  func attach(
    to window: UnsafeMutableRawPointer,
    finding address: (String) -> UnsafeMutableRawPointer?
  ) -> Bool {
    guard let connect = address("g_signal_connect_data"),
      let isActive = address("gtk_window_is_active")
    else { return false }
    let tie = GTKTie(
      self,
      connect: unsafeBitCast(connect, to: GTKTie.Connect.self),
      isActive: unsafeBitCast(isActive, to: GTKTie.IsActive.self))
    tie.connect(to: window)
    return true
  }
}

/// What GTK calls about a window.
private final class GTKTie {
  // The types are those of <gobject/gsignal.h> and <gtk/gtkwindow.h>. All arguments are pointers or integers,
  // and a gboolean is an int.

  /// `g_signal_connect_data`: object, signal, handler, data, what releases the data, flags.
  typealias Connect =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeRawPointer, UnsafeMutableRawPointer,
      Release, CInt
    ) -> CUnsignedLong
  /// `gtk_window_is_active`.
  typealias IsActive = @convention(c) (UnsafeMutableRawPointer) -> CInt
  /// `GClosureNotify`.
  typealias Release = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  /// The handler of a property's change.
  private typealias Notified =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer
    ) -> Void
  /// The handler of `map` and of `destroy`.
  private typealias Happened =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

  private let window: WindowActivity
  private let connectSignal: Connect
  private let isActive: IsActive

  init(_ window: WindowActivity, connect: @escaping Connect, isActive: @escaping IsActive) {
    self.window = window
    connectSignal = connect
    self.isActive = isActive
  }

  /// Has GTK call this object, which it keeps until the window is no more.
  func connect(to gtkWindow: UnsafeMutableRawPointer) {
    let notified: Notified = { widget, _, data in
      let tie = GTKTie.of(data)
      tie.window.focusChanged(isFocused: tie.isActive(widget) != 0)
    }
    let mapped: Happened = { _, data in GTKTie.of(data).window.contentWasShown() }
    let destroyed: Happened = { _, data in GTKTie.of(data).window.close() }
    handle("notify::is-active", of: gtkWindow, unsafeBitCast(notified, to: UnsafeRawPointer.self))
    handle("map", of: gtkWindow, unsafeBitCast(mapped, to: UnsafeRawPointer.self))
    handle("destroy", of: gtkWindow, unsafeBitCast(destroyed, to: UnsafeRawPointer.self))
    window.focusChanged(isFocused: isActive(gtkWindow) != 0)
  }

  /// Each handler keeps this object; GTK releases it with the handler, once, at the window's end.
  private func handle(
    _ signal: String, of gtkWindow: UnsafeMutableRawPointer, _ handler: UnsafeRawPointer
  ) {
    let data = Unmanaged.passRetained(self).toOpaque()
    let release: Release = { data, _ in
      if let data { Unmanaged<GTKTie>.fromOpaque(data).release() }
    }
    _ = connectSignal(gtkWindow, signal, handler, data, release, 0)
  }

  /// The object that a handler was given, which the handler keeps while it runs.
  private static func of(_ data: UnsafeMutableRawPointer) -> GTKTie {
    Unmanaged<GTKTie>.fromOpaque(data).takeUnretainedValue()
  }
}
