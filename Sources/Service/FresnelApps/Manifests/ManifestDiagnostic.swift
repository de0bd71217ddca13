/// Something that is wrong with a manifest, and how to mend it.
package struct ManifestDiagnostic: Hashable, Sendable {
  /// What follows from it.
  package enum Severity: String, Comparable, Sendable {
    /// Worth knowing; nothing is wrong.
    case note
    /// It works, though perhaps not as meant.
    case warning
    /// The key, or the whole manifest, has no effect.
    case error

    /// Orders by weight.
    package static func < (left: Severity, right: Severity) -> Bool {
      let order: [Severity] = [.note, .warning, .error]
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  /// What sort of thing is wrong; the name is for programs and stays.
  package enum Code: String, CaseIterable, Sendable {
    case unreadable, notAPropertyList, missingIdentifier, invalidIdentifier, reservedIdentifier
    case wrongKind, wrongValue, emptyValue, repeatedValue, buildVariable, unknownKey
    case missingExtensionPoint, unknownExtensionPoint, classAndStoryboard, missingHandler
    case missingExecutable, invalidExecutable, refusedType, unknownType, intervalTooShort
    case executableNotFound, executableNotRunnable, executableIsScript, executableIsInterpreter
    case executableNotStartable
    case executableWritableByOthers, executableClaimedTwice
    case desktopFileNotFound, desktopFileRunsAnother
    case fileNameDiffers, standsBehindAnother, unprotectedSystemSurface, developmentManifest
  }

  /// What sort of thing is wrong.
  package let code: Code
  /// What follows from it.
  package let severity: Severity
  /// The key concerned, such as `NSExtension[1].FresnelExecutable`; empty for the file as a whole.
  package let keyPath: String
  /// What is wrong, in one sentence.
  package let message: String
  /// How to mend it, in one sentence; empty where there is nothing to do.
  package let remedy: String

  /// Makes a diagnostic.
  package init(
    _ code: Code, _ severity: Severity, at keyPath: String, _ message: String, remedy: String
  ) {
    self.code = code
    self.severity = severity
    self.keyPath = keyPath
    self.message = message
    self.remedy = remedy
  }
}
