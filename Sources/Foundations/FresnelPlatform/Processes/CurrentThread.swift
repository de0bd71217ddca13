internal import CPlatform

/// The thread this code runs on.
package enum CurrentThread {
  /// From -20 to 19; a nicer thread gets less of the processors.
  package static var niceness: Int { Int(fresnel_thread_niceness()) }

  /// Whether the thread's reads and writes come after all others but those of idle threads.
  package static var hasLowestIOPriority: Bool { fresnel_thread_io_priority() & 0x1FFF == 7 }

  /// Has timed waits of the thread end at their moment. As a rule the kernel ends them up to 50 microseconds later,
  /// to wake several threads at once; that is too much where what is measured takes a millisecond.
  package static func wakePunctually() {
    // Where the kernel doesn't, waits end later; nothing else depends on it.
    _ = fresnel_thread_wake_punctually()
  }
}
