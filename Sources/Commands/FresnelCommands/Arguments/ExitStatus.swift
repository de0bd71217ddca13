/// What the tool tells the program that started it.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The process's exit status.
  let rawValue: Int32

  /// Everything was done.
  static let success = ExitStatus(rawValue: 0)
  /// Nothing was found, or some lines or items failed while the others were done.
  static let incomplete = ExitStatus(rawValue: 1)
  /// The command line or the query is wrong; nothing was done.
  static let usage = ExitStatus(rawValue: 2)
  /// The store is missing, in use by another writer, or damaged; or the daemon is not to be had, or refuses.
  static let store = ExitStatus(rawValue: 3)
  /// A file, a program or the terminal could not be used.
  static let system = ExitStatus(rawValue: 4)
  /// A signal ended the command; the number is the one that shells use for an interrupt.
  static let interrupted = ExitStatus(rawValue: 130)

  /// Every status with its meaning, for help and manual.
  static let documentation: [(status: ExitStatus, meaning: String)] = [
    (.success, "everything was done"),
    (.incomplete, "nothing was found, or some lines or items failed while the others were done"),
    (.usage, "the command line or the query is wrong; nothing was done"),
    (
      .store,
      "the store is missing, in use by another writer, or damaged, or the daemon cannot be reached or refuses"
    ),
    (.system, "a file, a program or the terminal could not be used"),
    (.interrupted, "interrupted by a signal"),
  ]
}
