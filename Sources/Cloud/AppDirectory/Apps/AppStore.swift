/// A store that apps are got from, and in which they have a name of their own.
package enum AppStore: String, Hashable, Sendable, CaseIterable {
  /// Apple's, for iPhone, iPad and Mac: numbers.
  case appStore = "app-store"
  /// Google's, for Android: names of packages.
  case googlePlay = "google-play"
  /// Microsoft's, for Windows.
  case microsoft = "microsoft-store"
  /// F-Droid, for Android: names of packages.
  case fDroid = "f-droid"
  /// The snap store, for Linux.
  case snap = "snap-store"

  /// Whether a text can be an app's name there.
  package func names(_ identifier: String) -> Bool {
    let bytes = identifier.utf8
    guard (1...200).contains(bytes.count) else { return false }
    switch self {
    case .appStore: return bytes.count <= 19 && bytes.allSatisfy(Self.isDigit)
    case .googlePlay, .fDroid:
      let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.count > 1
        && parts.allSatisfy { part in
          part.first.map(Self.isLetter) == true
            && part.allSatisfy {
              Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "_")
            }
        }
    case .microsoft: return bytes.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
    case .snap:
      return bytes.allSatisfy {
        Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-")
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
