package import FresnelDatabase

/// Why the directory of apps could not be read or written.
package struct AppDirectoryError: Error, Hashable, Sendable, CustomStringConvertible,
  DatabaseFailure
{
  /// What kind of thing went wrong; `nil` where it is what was asked for.
  package let fault: DatabaseFault?
  /// One sentence that says what, where, and what mends it.
  package let message: String

  /// Makes an error of the database.
  package init(_ fault: DatabaseFault, _ message: String) {
    self.fault = fault
    self.message = message
  }

  /// Makes an error about what was asked for.
  init(refusing message: String) {
    fault = nil
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
