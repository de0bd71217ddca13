/// The rules for type identifiers.
public enum ContentTypeIdentifier {
  /// Whether a text can name a type: ASCII letters, digits, dots and hyphens, at least one of them.
  public static func isValid(_ identifier: String) -> Bool {
    !identifier.isEmpty
      && identifier.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
          true
        default:
          false
        }
      }
  }

  /// Whether only the system may own the type: `public`, `dyn` and `com.apple` are reserved.
  public static func isReserved(_ identifier: String) -> Bool {
    isUnder("public", identifier) || isDynamic(identifier) || isUnder("com.apple", identifier)
  }

  /// Whether the identifier spells out its own tags.
  public static func isDynamic(_ identifier: String) -> Bool {
    isUnder("dyn", identifier)
  }

  /// Whether the identifier begins with a prefix and a dot, without regard to case.
  static func isUnder(_ prefix: String, _ identifier: String) -> Bool {
    let bytes = identifier.utf8
    guard bytes.count > prefix.utf8.count else { return false }
    for (byte, expected) in zip(bytes, prefix.utf8) where byte | 0x20 != expected {
      // Setting the bit folds A-Z to a-z; a dot has it set already.
      return false
    }
    return bytes[bytes.index(bytes.startIndex, offsetBy: prefix.utf8.count)] == UInt8(ascii: ".")
  }
}
