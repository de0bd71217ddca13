/// An app, as sites name it and as its manifest does.
///
/// Sites write `PREFIX.BUNDLE-ID`, where the prefix of ten letters and digits is the developer's with Apple. An app
/// on Linux has no such prefix unless its manifest names one, so an app without is named by its bundle identifier
/// behind any prefix.
public struct ApplicationIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The ten characters before the bundle identifier; `nil` when any will do.
  public let prefix: String?
  /// The bundle identifier; the whole identifier, where that is not of the usual form.
  public let bundleIdentifier: String
  private let isWhole: Bool

  /// An app with a manifest.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: Its `CFBundleIdentifier`.
  ///   - prefix: The prefix that its manifest names; `nil` when it names none.
  public init(bundleIdentifier: String, prefix: String? = nil) {
    self.prefix = prefix
    self.bundleIdentifier = bundleIdentifier
    isWhole = false
  }

  /// An app by the identifier that a site would write.
  ///
  /// - Parameter identifier: Such as `ABCDE12345.com.example.app`. One of another form is the same app only as a
  ///   site that writes exactly this.
  public init(_ identifier: String) {
    if let parts = Self.parts(of: identifier) {
      prefix = parts.prefix
      bundleIdentifier = parts.bundleIdentifier
      isWhole = false
    } else {
      prefix = nil
      bundleIdentifier = identifier
      isWhole = true
    }
  }

  /// The identifier as far as it is known.
  public var description: String { prefix.map { "\($0).\(bundleIdentifier)" } ?? bundleIdentifier }

  /// Whether an identifier in a site's file means this app.
  public func isNamed(by identifier: String) -> Bool {
    if isWhole { return identifier == bundleIdentifier }
    guard let parts = Self.parts(of: identifier) else { return false }
    return parts.bundleIdentifier == bundleIdentifier
      && (prefix == nil || prefix == parts.prefix)
  }

  /// The prefix and the rest of an identifier; `nil` when it is not of the form.
  static func parts(of identifier: String) -> (prefix: String, bundleIdentifier: String)? {
    let bytes = identifier.utf8
    guard let dot = bytes.index(bytes.startIndex, offsetBy: 10, limitedBy: bytes.endIndex),
      dot < bytes.endIndex, bytes[dot] == UInt8(ascii: "."),
      bytes[..<dot].allSatisfy(isLetterOrDigit)
    else { return nil }
    let rest = bytes[bytes.index(after: dot)...]
    guard !rest.isEmpty,
      rest.allSatisfy({
        isLetterOrDigit($0)
          || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
      })
    else { return nil }
    return (String(identifier[..<dot]), String(identifier[bytes.index(after: dot)...]))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
