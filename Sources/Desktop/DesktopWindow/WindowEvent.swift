internal import CGTK

/// What happens in the window, as the shim tells it.
enum WindowEvent {
  /// News from another thread.
  case news
  /// A time of this number has come.
  case time(UInt64)
  /// The person changed the text of the field.
  case typed(String)
  /// A key went down.
  case key(KeyPress)
  /// The pointer's button went down or up on the row at a place.
  case pressed(Int), released(Int)
  /// The window has the focus, or has lost it.
  case focus(Bool)
  /// The desktop wants the window closed.
  case closed
  /// The button below the rows was clicked.
  case offerTaken

  /// What is made of an event that is a key.
  enum Answer: Int32 {
    case ignored = 0
    case taken = 1
    case toField = 2
  }

  /// Reads what the shim tells; `nil` for an event that is none of these.
  init?(_ kind: UInt32, _ a: UInt64, _ b: UInt64, _ text: fresnel_text) {
    switch Int(kind) {
    case FRESNEL_EVENT_READABLE: self = .news
    case FRESNEL_EVENT_TIME: self = .time(a)
    case FRESNEL_EVENT_TYPED:
      let bytes = UnsafeRawBufferPointer(start: text.text, count: Int(text.length))
      self = .typed(String(decoding: bytes, as: UTF8.self))
    case FRESNEL_EVENT_KEY:
      self = .key(
        KeyPress(value: UInt32(truncatingIfNeeded: a), flags: KeyPress.Flags(rawValue: b)))
    case FRESNEL_EVENT_PRESSED: self = .pressed(Int(clamping: a))
    case FRESNEL_EVENT_RELEASED: self = .released(Int(clamping: a))
    case FRESNEL_EVENT_FOCUS: self = .focus(a != 0)
    case FRESNEL_EVENT_CLOSED: self = .closed
    case FRESNEL_EVENT_OFFER: self = .offerTaken
    default: return nil
    }
  }
}
