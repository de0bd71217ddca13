/// What a process may use before the kernel stops it.
///
/// Each limit is the process's own: children that it starts have the same again.
package struct ProcessLimits: Hashable, Sendable {
  /// The most memory of its own, in bytes: heap, stacks of threads and private mappings. Asking for
  /// more fails.
  package var dataByteCount: UInt64
  /// The most processor time, in seconds; then `SIGXCPU`, a second later `SIGKILL`.
  package var processorSeconds: UInt64
  /// The most descriptors open at once.
  package var openFiles: UInt64
  /// How large it may make a file, in bytes.
  package var fileByteCount: UInt64
  /// How many steps nicer it is than the process that starts it; each takes about a fifth of its share
  /// of a processor that others want too.
  package var niceness: Int32

  /// Puts limits together; those not given are what a program gets that works while nobody waits for it.
  package init(
    dataByteCount: UInt64 = 512 << 20, processorSeconds: UInt64 = 60, openFiles: UInt64 = 256,
    fileByteCount: UInt64 = 1 << 30, niceness: Int32 = 10
  ) {
    self.dataByteCount = dataByteCount
    self.processorSeconds = processorSeconds
    self.openFiles = openFiles
    self.fileByteCount = fileByteCount
    self.niceness = niceness
  }
}
