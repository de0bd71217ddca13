internal import CPlatform

/// Keeps what a process has in its memory out of reach of other processes of the same person.
package enum ProcessHardening {
  /// Forbids other processes to look into this one's memory, and the kernel to write it to a file when
  /// the process crashes.
  ///
  /// A process that may not be looked at also hides which program it runs.
  ///
  /// - Parameter dumpable: Whether looking into it stays allowed, as tests of its memory need; it is
  ///   never written to a file.
  /// - Throws: ``SystemError``.
  package static func apply(dumpable: Bool = false) throws(SystemError) {
    _ = try retrying("setrlimit") { fresnel_process_forbid_core_files() }
    if !dumpable { _ = try retrying("prctl") { fresnel_process_set_dumpable(0) } }
  }

  /// Whether other processes of the person may look into this one's memory.
  package static var isDumpable: Bool { fresnel_process_is_dumpable() != 0 }
}
