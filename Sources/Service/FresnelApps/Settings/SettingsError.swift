/// Why settings can't be read or written.
package struct SettingsError: Error, Equatable, Sendable {
  /// What can be done about it.
  package enum Code: String, Sendable {
    /// The file is no settings; look at it, mend it or remove it.
    case damaged
    /// A newer version of this software wrote the file; use that version.
    case newerVersion
    /// The file can't be read or written; look at its directory.
    case unusable
    /// Another process is changing the settings; try again.
    case busy
  }

  /// What can be done about it.
  package let code: Code
  /// One sentence.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension SettingsError: CustomStringConvertible {
  /// The sentence.
  package var description: String { message }
}
