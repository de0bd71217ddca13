/// What a key means in the window. By its value and never by its place, so that a change of layout changes nothing.
enum KeyMeaning: Equatable {
  /// The selection goes by so many rows.
  case move(Int)
  /// The selection goes by so many windows full of rows.
  case page(Int)
  /// The selection goes to the first row, or to the last one.
  case first, last
  /// The selected row is opened.
  case open
  /// The row at a place is opened.
  case openPlace(Int)
  /// What can be done with the selected row is shown, or no longer.
  case actions
  /// The page of settings is shown, or no longer.
  case settings
  /// What was typed is searched for, where results for something else are shown.
  case exactly
  /// The text goes, or the window.
  case escape
  /// The field gets the focus and the key.
  case toField
  /// It is not the window's.
  case ignored
}

/// A key that went down, which no input method took.
struct KeyPress: Equatable {
  /// Keys that change others while they are held, and where the focus is.
  struct Flags: OptionSet {
    let rawValue: UInt64

    static let shift = Flags(rawValue: 1)
    static let control = Flags(rawValue: 2)
    static let alt = Flags(rawValue: 4)
    static let superKey = Flags(rawValue: 8)
    /// A row has the focus.
    static let inRows = Flags(rawValue: 16)
  }

  /// The values of keys, as in X11's `keysymdef.h`.
  enum Value {
    static let comma: UInt32 = 0x2C
    static let smallE: UInt32 = 0x65
    static let largeE: UInt32 = 0x45
    static let tab: UInt32 = 0xFF09
    static let backTab: UInt32 = 0xFE20
    static let enter: UInt32 = 0xFF0D
    static let keypadEnter: UInt32 = 0xFF8D
    static let escape: UInt32 = 0xFF1B
    static let backspace: UInt32 = 0xFF08
    static let delete: UInt32 = 0xFFFF
    static let home: UInt32 = 0xFF50
    static let left: UInt32 = 0xFF51
    static let up: UInt32 = 0xFF52
    static let right: UInt32 = 0xFF53
    static let down: UInt32 = 0xFF54
    static let pageUp: UInt32 = 0xFF55
    static let pageDown: UInt32 = 0xFF56
    static let end: UInt32 = 0xFF57
    /// Those of the keypad without Num Lock, in the order of the ones above: Home to Page Down, then End.
    static let keypadHome: UInt32 = 0xFF95
    static let keypadEnd: UInt32 = 0xFF9C
    /// The digits of the keypad begin there.
    static let keypadZero: UInt32 = 0xFFB0
    /// All values from here on stand for keys without a sign.
    static let functions: ClosedRange<UInt32> = 0xFE00...0xFFFF
  }

  /// Its value.
  var value: UInt32
  /// What is held.
  var flags: Flags

  /// What it means.
  var meaning: KeyMeaning {
    let value = plainValue
    let isInRows = flags.contains(.inRows)
    let held = flags.intersection([.control, .alt, .superKey])
    if held == .control, let digit = digit(of: value) { return .openPlace(digit - 1) }
    if held == .control, value == Value.enter || value == Value.keypadEnter { return .actions }
    if held == .control, value == Value.smallE || value == Value.largeE { return .exactly }
    if held == .control, value == Value.comma { return .settings }
    // Those of the text, such as Ctrl+V, are the field's.
    guard held.isEmpty else { return isInRows && held == .control ? .toField : .ignored }
    switch value {
    case Value.down, Value.tab: return .move(1)
    case Value.up, Value.backTab: return .move(-1)
    case Value.pageDown: return .page(1)
    case Value.pageUp: return .page(-1)
    case Value.enter, Value.keypadEnter: return .open
    case Value.escape: return .escape
    case _ where !isInRows: return .ignored
    case Value.home: return .first
    case Value.end: return .last
    case Value.left, Value.right, Value.backspace, Value.delete: return .toField
    // A digit of the keypad is text.
    case Value.keypadZero...Value.keypadZero + 9: return .toField
    case Value.functions: return .ignored
    default: return .toField
    }
  }

  /// The value, that of the keypad's arrows as the others'.
  private var plainValue: UInt32 {
    switch value {
    case Value.keypadHome..<Value.keypadEnd: value - Value.keypadHome + Value.home
    case Value.keypadEnd: Value.end
    default: value
    }
  }

  private func digit(of value: UInt32) -> Int? {
    switch value {
    case 0x31...0x39: Int(value) - 0x30
    case Value.keypadZero + 1...Value.keypadZero + 9: Int(value - Value.keypadZero)
    default: nil
    }
  }
}
