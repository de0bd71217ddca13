internal import FresnelPlatform

/// Who an app is: the name under which its items are kept apart from those of other apps.
package struct AppIdentity: Hashable, Sendable {
  /// The identifier, in reverse-DNS form where the app declares one; never empty.
  package let identifier: String

  /// Makes an identity from an identifier; an empty one becomes `unnamed`.
  package init(identifier: String) {
    self.identifier = identifier.isEmpty ? "unnamed" : identifier
  }

  /// The environment variable that overrides every other source.
  package static let environmentVariable = "FRESNEL_APP_IDENTIFIER"

  /// The identity of the app that runs in this process.
  ///
  /// - Parameter declared: The bundle identifier of the `Info.plist` beside the executable, where
  ///   there is one.
  /// - Returns: What ``environmentVariable`` says; else what is declared; else the name of the
  ///   executable.
  package static func current(declared: String?) -> AppIdentity {
    let candidates = [Environment[environmentVariable], declared, CurrentProcess.name]
    return AppIdentity(identifier: candidates.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "")
  }

  /// The identity as the name of a folder: letters, digits, `.`, `-` and `_` stand for themselves,
  /// other bytes become `%` and two hexadecimal digits.
  package var folderName: String {
    var name = ""
    for byte in identifier.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": name.unicodeScalars.append(scalar)
      case "." where !name.isEmpty: name.append(".")
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        name += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return name
  }
}
