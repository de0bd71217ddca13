package import FresnelPlatform

/// What a command can do in the process that reads what was fetched: it is confined there, and the process that
/// started it holds the person's files.
///
/// A command that finds this in its context reads the files that it needs first, calls ``begin`` while the process has
/// one thread, and only then looks at anything that came from the network.
package struct ConfinedReading: Sendable {
  /// Confines the process for good.
  ///
  /// Returns the socket of a process that fetches. Throws when the process can't be confined.
  package let begin: @Sendable () throws -> UnixSocket
  /// Gives the socket of another process that fetches, in the place of one that ended or does not answer; waits for it.
  ///
  /// Throws when there is none.
  package let fetchAnew: @Sendable () throws(SystemError) -> UnixSocket
  /// Has the file written that the command line names; the other process writes it, or fails.
  package let keep: @Sendable ([UInt8]) -> Void

  /// Puts the parts together.
  package init(
    begin: @escaping @Sendable () throws -> UnixSocket,
    fetchAnew: @escaping @Sendable () throws(SystemError) -> UnixSocket,
    keep: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.begin = begin
    self.fetchAnew = fetchAnew
    self.keep = keep
  }
}
