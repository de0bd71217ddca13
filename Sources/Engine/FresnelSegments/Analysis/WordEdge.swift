/// Whether UAX #29 sees a word boundary at an end of a run of ASCII letters and digits, as its ASCII
/// neighbours tell.
///
/// An ASCII character joins letters or digits only when it is `_`, or one of `'`, `.`, `:`, `,`, `;` with
/// a letter or digit on its other side too (rules WB6, WB7, WB11, WB12, WB13a, WB13b).
enum WordEdge: UInt8 {
  /// It certainly does.
  case boundary
  /// It certainly does not.
  case joined
  /// The locale decides, or characters beyond ASCII.
  case open

  /// The edge before the run that starts at an offset.
  @inline(__always)
  static func before(
    _ offset: Int, _ base: UnsafePointer<UInt8>, _ kinds: ByteKind.Table, _ joins: ByteKind.Table
  ) -> WordEdge {
    if offset == 0 { return .boundary }
    let near = base[offset - 1]
    if joins[near] == 0 { return kinds[near] == ByteKind.separator ? .boundary : .open }
    if near == UInt8(ascii: "_") { return .joined }
    return offset == 1 ? .boundary : across(near, kinds[base[offset - 2]], kinds[base[offset]])
  }

  /// The edge after the run that ends at an offset.
  @inline(__always)
  static func after(
    _ offset: Int, _ base: UnsafePointer<UInt8>, _ count: Int, _ kinds: ByteKind.Table,
    _ joins: ByteKind.Table
  ) -> WordEdge {
    if offset == count { return .boundary }
    let near = base[offset]
    // A combining mark may follow an ASCII separator without changing what it is.
    if joins[near] == 0 { return kinds[near] == ByteKind.separator ? .boundary : .open }
    if near == UInt8(ascii: "_") { return .joined }
    return offset + 1 == count
      ? .boundary : across(near, kinds[base[offset + 1]], kinds[base[offset - 1]])
  }

  /// The edge next to a character that may join what is on both its sides.
  private static func across(_ joint: UInt8, _ far: UInt8, _ own: UInt8) -> WordEdge {
    if far == ByteKind.beyondASCII { return .open }
    let areDigits = far == ByteKind.digit && own == ByteKind.digit
    let letters = ByteKind.lower | ByteKind.upper
    let areLetters = far & letters != 0 && own & letters != 0
    return switch joint {
    case UInt8(ascii: "'"), UInt8(ascii: "."): areDigits || areLetters ? .joined : .boundary
    case UInt8(ascii: ","), UInt8(ascii: ";"): areDigits ? .joined : .boundary
    // A colon joins letters in some languages.
    default: areLetters ? .open : .boundary
    }
  }
}
