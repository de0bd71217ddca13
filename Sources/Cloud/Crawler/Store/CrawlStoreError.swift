package import FresnelDatabase

/// Why what a crawl knows could not be read or written.
package struct CrawlStoreError: Error, Hashable, Sendable, CustomStringConvertible, DatabaseFailure
{
  /// What kind of thing went wrong.
  package let fault: DatabaseFault
  /// One sentence that says what, where, and what mends it.
  package let message: String

  /// Makes an error.
  package init(_ fault: DatabaseFault, _ message: String) {
    self.fault = fault
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
