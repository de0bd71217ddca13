/// The name of a file that belongs to the segments of a store.
enum SegmentFileName: Hashable, Sendable {
  /// The segment of a number.
  case segment(UInt64)
  /// The bitmap of the documents of a segment that are not deleted; a segment has one such file after
  /// the other, numbered from 1.
  case live(segment: UInt64, number: UInt64)

  /// The name: `segment-` and the number in 16 hexadecimal digits, or `live-`, the segment's number
  /// like that, `-` and the file's own number in decimal digits.
  var text: String {
    switch self {
    case .segment(let number): "segment-" + Self.digits(number)
    case .live(let segment, let number): "live-\(Self.digits(segment))-\(number)"
    }
  }

  /// The number of the segment that the file belongs to.
  var segmentNumber: UInt64 {
    switch self {
    case .segment(let number), .live(let number, _): number
    }
  }

  /// The meaning of a name; `nil` when it is not written exactly as ``text`` writes it.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = UInt64(parts[1], radix: 16) else { return nil }
    if parts.count == 2, parts[0] == "segment" {
      self = .segment(first)
    } else if parts.count == 3, parts[0] == "live", let number = UInt64(parts[2]) {
      self = .live(segment: first, number: number)
    } else {
      return nil
    }
    guard self.text == text else { return nil }
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
