#if canImport(Glibc)
  import Glibc
#endif

/// Tells that an entry of one directory was removed or got another file in its place, or that the directory itself was
/// removed or renamed. What is written into files isn't told, nor is anything below directories in it.
///
/// It is for an ``EventLoop``: the descriptor is readable when something happened, and nothing wakes up else.
package struct EntryWatch: ~Copyable {
  private let queue: InotifyQueue

  private static let interest = UInt32(
    truncatingIfNeeded: Int(IN_DELETE) | Int(IN_MOVED_FROM) | Int(IN_MOVED_TO)
      | Int(IN_DELETE_SELF) | Int(IN_MOVE_SELF) | Int(IN_ONLYDIR))

  /// Starts to watch.
  ///
  /// - Parameter directory: The path of the directory.
  /// - Throws: ``SystemError`` where there is no such directory, or when the person has as many watches as may be.
  package init(_ directory: RawPath) throws(SystemError) {
    // A local one: what throws must not leave a value behind that is complete by half.
    let queue = try InotifyQueue()
    _ = try queue.add(directory, for: Self.interest)
    self.queue = queue
  }

  /// Readable when something happened.
  package var descriptor: Int32 { queue.descriptor }

  /// Takes what happened so far, so that the descriptor is readable again only when more has. What it was is looked for
  /// in the directory: the kernel leaves events out when there are too many.
  ///
  /// - Throws: ``SystemError`` where the kernel fails.
  package borrowing func drain() throws(SystemError) {
    while try !queue.read().isEmpty {}
  }
}
