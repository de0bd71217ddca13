/// What the tool tells the program that started it.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The process's exit status.
  package let rawValue: Int32

  /// Makes a status.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Everything was done.
  package static let success = ExitStatus(rawValue: 0)
  /// Nothing was found, or some lines or items failed while the others were done.
  package static let incomplete = ExitStatus(rawValue: 1)
  /// The command line or the query is wrong; nothing was done.
  package static let usage = ExitStatus(rawValue: 2)
  /// The store is missing, in use by another writer, or damaged; or the daemon is not to be had, or refuses.
  package static let store = ExitStatus(rawValue: 3)
  /// A file, a program or the terminal could not be used.
  package static let system = ExitStatus(rawValue: 4)
  /// A signal ended the command; the number is the one that shells use for an interrupt.
  package static let interrupted = ExitStatus(rawValue: 130)

  /// Every status with its meaning, for help and manual.
  package static let documentation: [(status: ExitStatus, meaning: String)] = [
    (.success, "everything was done"),
    (
      .incomplete,
      "nothing was found, what is named is not known, or some lines or items failed while the others were done"
    ),
    (.usage, "the command line or the query is wrong; nothing was done"),
    (
      .store,
      "the store is missing, in use by another writer, or damaged, or the daemon cannot be reached or refuses"
    ),
    (.system, "a file, a program or the terminal could not be used"),
    (.interrupted, "interrupted by a signal"),
  ]
}
