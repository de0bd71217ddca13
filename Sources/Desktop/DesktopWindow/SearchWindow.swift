internal import CGTK
internal import SearchSurface

/// The widgets. GTK is for one thread, that of the callback, so only the callback is given this value, and nobody can
/// keep it.
struct SearchWindow: ~Copyable {
  /// What the widgets show.
  private var shown = WindowState.View()
  private var texts: [RowTexts] = []

  /// Told what happens, with the widgets.
  typealias Handler = (WindowEvent, inout SearchWindow) -> WindowEvent.Answer

  /// Why there is no window.
  enum Absence: Error {
    /// The program was built without GTK.
    case notBuilt
    /// There is no display.
    case noDisplay
  }

  /// What the callback of C is handed: the handler, and the widgets that it gets.
  private final class Context {
    let handler: Handler
    var window = SearchWindow()
    var isHandling = false
    /// What GTK told while something else was handled, as when the window is hidden and loses the focus by that.
    var waiting: [WindowEvent] = []

    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  private init() {}

  /// Makes the window, and runs GTK on this thread until ``stop()``.
  ///
  /// - Parameters:
  ///   - identifier: The program's name to the desktop.
  ///   - descriptor: Becomes readable when another thread has news.
  ///   - begun: Called once the window is there, before anything is told.
  ///   - handler: Told what happens.
  /// - Throws: ``Absence``.
  static func run(
    as identifier: String, watching descriptor: Int32, begun: () -> Void,
    _ handler: @escaping Handler
  ) throws(Absence) {
    let context = Context(handler)
    // Not retained: `context` lives until GTK has ended.
    let pointer = Unmanaged.passUnretained(context).toOpaque()
    let status = fresnel_gtk_start(
      identifier,
      { pointer, kind, a, b, text in
        guard let pointer, let event = WindowEvent(kind, a, b, text) else { return 0 }
        let context = Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
        return SearchWindow.tell(event, context)
      }, pointer)
    switch Int(status) {
    case FRESNEL_GTK_STARTED: break
    case FRESNEL_GTK_NO_DISPLAY: throw .noDisplay
    default: throw .notBuilt
    }
    _ = fresnel_gtk_watch(descriptor)
    begun()
    fresnel_gtk_run()
    withExtendedLifetime(context) {}
  }

  private static func tell(_ event: WindowEvent, _ context: Context) -> Int32 {
    guard !context.isHandling else {
      context.waiting.append(event)
      return WindowEvent.Answer.ignored.rawValue
    }
    context.isHandling = true
    defer { context.isHandling = false }
    let answer = context.handler(event, &context.window)
    while !context.waiting.isEmpty {
      _ = context.handler(context.waiting.removeFirst(), &context.window)
    }
    return answer.rawValue
  }

  /// Ends ``run(as:watching:begun:_:)``.
  func stop() { fresnel_gtk_stop() }

  /// Maps the window anew.
  ///
  /// - Parameter token: Lets it take the focus.
  func show(token: String?) { fresnel_window_show(token) }

  /// Unmaps the window.
  func hide() { fresnel_window_hide() }

  /// Gives the field the focus, with the caret at the end of its text.
  func focusField() { fresnel_field_focus(0) }

  /// Gives the row at a place the focus.
  func focusRow(_ place: Int) { fresnel_rows_focus(UInt32(clamping: place)) }

  /// Sets the text of the field, which is not told.
  func setText(_ text: String) { Self.withText(text) { fresnel_field_set($0) } }

  /// Puts a text into the clipboard, also for when the window is hidden.
  func copy(_ text: String) { Self.withText(text) { fresnel_gtk_copy($0) } }

  /// Stands before the name of an app's icon, which is drawn only where ``keepIcons(_:)`` loaded it.
  static let appIconMark = "app:"

  /// Loads the icons of all apps, so that no file of one is opened because a row is shown.
  ///
  /// - Parameter names: Their names in the desktop's theme.
  func keepIcons(_ names: [String]) {
    Self.withText(names.joined(separator: " ")) { fresnel_icons_keep($0) }
  }

  /// Has the window look as the person wants it.
  func setLook(_ look: DesktopLook) {
    var flags = 0
    if look.scheme != .any { flags |= FRESNEL_LOOK_DARK_IS_KNOWN }
    if look.scheme == .dark { flags |= FRESNEL_LOOK_DARK }
    if look.wantsContrast { flags |= FRESNEL_LOOK_CONTRAST }
    fresnel_gtk_set_look(UInt32(flags))
  }

  /// Tells a number once, after some time.
  func tell(_ number: UInt64, afterMilliseconds time: UInt32) { fresnel_gtk_after(time, number) }

  /// How many rows the window holds.
  var pageLength: Int { Int(fresnel_rows_per_page()) }

  /// What lets the window of an app that is started now take the focus: a startup identifier of the moment of the last
  /// key or click. Only an X server makes something of it.
  func token(number: UInt64, process: Int32) -> String {
    "fresnel-\(process)-\(number)_TIME\(fresnel_gtk_event_time())"
  }

  /// Shows a view: only what differs from the one before is set.
  mutating func draw(_ view: WindowState.View) {
    guard view != shown else { return }
    let new = view.texts
    for place in new.indices where place >= texts.count || new[place] != texts[place] {
      new[place].withRow { fresnel_rows_set(UInt32(clamping: place), $0, 1) }
    }
    if new.count != texts.count { fresnel_rows_set_count(UInt32(clamping: new.count)) }
    texts = new
    // Never within a list: the rows below a hand hold still.
    if view.number != shown.number || (view.menu == nil) != (shown.menu == nil)
      || (view.page == nil) != (shown.page == nil)
    {
      fresnel_rows_scroll_to_top()
    }
    fresnel_rows_select(view.selection.map { UInt32(clamping: $0) } ?? UInt32.max)
    if (view.message, view.offer) != (shown.message, shown.offer) {
      Self.withText(view.message) { message in
        Self.withText(view.offer) { fresnel_message_set(message, $0) }
      }
    }
    shown = view
  }

  /// Lends a text to the shim, which copies it.
  static func withText(_ text: String, _ body: (fresnel_text) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        body(fresnel_text(text: characters.baseAddress, length: UInt32(clamping: characters.count)))
      }
    }
  }
}
