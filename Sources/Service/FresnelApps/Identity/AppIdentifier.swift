/// The rules for the names of apps, as `CFBundleIdentifier` gives them.
package enum AppIdentifier {
  /// The longest identifier in bytes; with `.plist` it is still a file's name.
  package static let maximumByteCount = 200

  /// Whether a text can name an app in a manifest: parts of ASCII letters, digits, hyphens and
  /// underscores, with single dots between them.
  ///
  /// A valid identifier is safe as the name of a file.
  package static func isValid(_ identifier: String) -> Bool {
    let parts = identifier.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return identifier.utf8.count <= maximumByteCount
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isAllowed) }
      // A leading hyphen looks like an option wherever the name is typed.
      && identifier.utf8.first != UInt8(ascii: "-")
  }

  /// Whether no manifest may claim an identifier: `org.fresnel` is this software's own, and names that
  /// begin with `unregistered` and `snap` are given to programs without a manifest.
  package static func isReserved(_ identifier: String) -> Bool {
    ["org.fresnel", "unregistered", "snap"].contains { prefix in
      let name = identifier.lowercased()
      return name == prefix || name.hasPrefix(prefix + ".")
    }
  }

  /// Why no manifest may claim a reserved identifier, without a full stop.
  package static func reservationSentence(_ identifier: String) -> String {
    identifier.lowercased().hasPrefix("org.fresnel")
      ? "names that begin with org.fresnel are those of Fresnel's own programs and of what they import"
      : "such names are given to programs that have no manifest"
  }

  /// The name of an app's manifest in a directory of manifests.
  package static func fileName(of identifier: String) -> String { identifier + ".plist" }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
