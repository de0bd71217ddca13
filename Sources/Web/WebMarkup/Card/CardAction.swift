/// A button of a card.
public enum CardAction: Hashable, Sendable {
  /// What is played.
  public enum Medium: String, Hashable, Sendable {
    /// Sound.
    case audio
    /// Pictures that move.
    case video
  }

  /// Calls a number, by an address of the scheme `tel`.
  case call(url: String)
  /// Shows the way to a place: to the coordinates where they are known; the address is shown.
  case directions(address: String?, CardCoordinates?)
  /// Plays a recording.
  case play(Medium, url: String)

  /// The name of the button, as in reports for programs.
  public var kind: String {
    switch self {
    case .call: "call"
    case .directions: "directions"
    case .play: "play"
    }
  }

  /// The address that the button opens.
  ///
  /// Directions are an address of the scheme `geo` (RFC 5870), which desktops hand to a map.
  public var url: String {
    switch self {
    case .call(let url), .play(_, let url): url
    case .directions(let address, let point):
      "geo:\(point.map { "\($0.latitude),\($0.longitude)" } ?? "0,0")"
        + (address.map { "?q=\(Self.escaped($0))" } ?? "")
    }
  }

  /// A text as part of an address.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
