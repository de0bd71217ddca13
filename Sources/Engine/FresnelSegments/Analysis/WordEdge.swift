/// Whether UAX #29 sees a word boundary at an end of a run of letters and digits, as its neighbours tell.
///
/// A character joins letters or digits only when it is `_`, or one of those that ``BreakClass`` calls middle
/// ones with a letter or digit on its other side too (rules WB6, WB7, WB11, WB12, WB13a, WB13b).
enum WordEdge: UInt8 {
  /// It certainly does.
  case boundary
  /// It certainly does not.
  case joined
  /// Nobody knows: there are characters whose rules are not known here.
  case open
  /// It does, but for the languages in which a colon joins letters.
  case colon

  /// The bit that raw values have in common in which something is open.
  static let doubted: UInt8 = 2

  /// Whether it does, as far as the root locale is concerned.
  @inline(__always)
  var isBoundary: Bool { self == .boundary || self == .colon }

  /// The edge before the run that starts at an offset, of ASCII letters and digits next to an ASCII character.
  @inline(__always)
  static func before(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>,
    _ kinds: ByteKind.Table, _ joins: ByteKind.Table
  ) -> WordEdge {
    if offset == 0 { return .boundary }
    let near = base[offset - 1]
    if joins[near] == 0 { return kinds[near] == ByteKind.separator ? .boundary : .open }
    return before(offset, text)
  }

  /// The edge after the run that ends at an offset, of ASCII letters and digits next to an ASCII character.
  @inline(__always)
  static func after(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>, _ base: UnsafePointer<UInt8>,
    _ kinds: ByteKind.Table, _ joins: ByteKind.Table
  ) -> WordEdge {
    if offset == text.count { return .boundary }
    let near = base[offset]
    // A combining mark may follow an ASCII separator without changing what it is.
    if joins[near] == 0 { return kinds[near] == ByteKind.separator ? .boundary : .open }
    return after(offset, text)
  }

  /// The edge before any run that starts at an offset.
  static func before(_ offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> WordEdge {
    if offset == 0 { return .boundary }
    let near = BreakClass.beforeMarks(offset, text)
    if let edge = near.class.edge { return edge }
    if near.offset == 0 { return .boundary }
    return across(
      near.class, far: BreakClass.beforeMarks(near.offset, text).class,
      own: BreakClass.after(offset, text).class)
  }

  /// The edge after any run that ends at an offset.
  static func after(_ offset: Int, _ text: UnsafeBufferPointer<UInt8>) -> WordEdge {
    if offset == text.count { return .boundary }
    let near = BreakClass.after(offset, text)
    // What goes with the run is not divided from it (WB4).
    if near.class == .ignored { return .joined }
    if let edge = near.class.edge { return edge }
    if near.offset == text.count { return .boundary }
    return across(
      near.class, far: BreakClass.afterMarks(near.offset, text),
      own: BreakClass.beforeMarks(offset, text).class)
  }

  /// The edge next to a character that may join what is on both its sides.
  private static func across(
    _ joint: BreakClass, far: BreakClass, own: BreakClass
  ) -> WordEdge {
    if far.isOpen || own.isOpen { return .open }
    guard far.inWords == own.inWords else { return .boundary }
    return switch (own.inWords, joint) {
    case (.letter, .middleOfLetters), (.letter, .middle): .joined
    case (.letter, .colon): .colon
    case (.digit, .middleOfDigits), (.digit, .middle): .joined
    default: .boundary
    }
  }
}

extension BreakClass {
  /// Whether nothing follows from it: unknown, or a mark of which it is not known what it stands on.
  fileprivate var isOpen: Bool { self == .unknown || self == .mark || self == .ignored }

  /// What the rules for words see in the class.
  fileprivate var inWords: BreakClass { self == .raisedLetter ? .letter : self }

  /// The edge of letters or digits next to a character of the class; `nil` where what stands behind it matters.
  fileprivate var edge: WordEdge? {
    switch self {
    case .other: .boundary
    case .letter, .raisedLetter, .digit, .connector: .joined
    case .mark, .ignored, .unknown: .open
    case .middle, .middleOfLetters, .middleOfDigits, .colon: nil
    }
  }

  /// The class of the first character from an offset on that does not go with what precedes it; of the text's end
  /// there is none that joins anything.
  fileprivate static func afterMarks(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> BreakClass {
    var offset = offset
    while offset < text.count {
      let found = after(offset, text)
      if found.class != .mark, found.class != .ignored { return found.class }
      offset = found.offset
    }
    return .other
  }

  /// The character that ends at an offset, or the one that those go with that do, and where it starts.
  fileprivate static func beforeMarks(
    _ offset: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> (class: BreakClass, offset: Int) {
    var found = before(offset, text)
    while found.class == .mark || found.class == .ignored, found.offset > 0 {
      found = before(found.offset, text)
    }
    return found
  }
}
