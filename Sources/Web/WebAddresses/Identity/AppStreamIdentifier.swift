/// What names an app in AppStream's catalogues, and for the software centre: `appstream:org.example.App`.
///
/// Older catalogues write `.desktop` behind it. Both spellings name the same app, and are equal.
package struct AppStreamIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The most bytes that one may have.
  package static let maximumByteCount = 255

  /// The identifier as it is written.
  package let description: String

  /// Takes an identifier; `nil` for what is none: letters, digits, hyphens and underscores in two parts or more, with
  /// single dots between them.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, text.utf8.count <= Self.maximumByteCount,
      text.utf8.first != UInt8(ascii: "-"),
      parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy(Self.isAllowed) })
    else { return nil }
    description = text
  }

  /// The identifier without `.desktop`, which is how apps, their manifests and desktop files are named.
  package var name: String {
    let suffix = ".desktop"
    return description.hasSuffix(suffix)
      ? String(description.dropLast(suffix.count)) : description
  }

  /// The address that a software centre shows the app by.
  package var address: String { "appstream:\(description)" }

  /// Whether two name the same app.
  package static func == (first: AppStreamIdentifier, second: AppStreamIdentifier) -> Bool {
    first.name == second.name
  }

  /// Hashes what equal ones share.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
