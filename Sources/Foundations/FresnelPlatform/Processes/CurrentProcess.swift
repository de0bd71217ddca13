private import CPlatform
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The process this code runs in.
public enum CurrentProcess {
  /// Its number.
  public static var identifier: Int32 { getpid() }

  /// The number of the user it runs as.
  package static var userIdentifier: UInt32 { getuid() }

  /// The absolute path of the program, or `nil` when the kernel does not tell.
  public static var executablePath: String? {
    let path = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = max(0, readlink("/proc/self/exe", base, buffer.count))
    }
    return path.isEmpty
      ? nil : String(decoding: path.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The program's file name, such as `fresnel`.
  public static var name: String {
    executablePath.map { FileSystem.lastComponent(of: $0) } ?? "unknown program"
  }

  /// The directory that relative paths start from; `/` when that was removed or cannot be reached.
  public static var workingDirectory: String { reachableWorkingDirectory ?? "/" }

  /// The directory that relative paths start from; `nil` when that was removed or cannot be reached.
  package static var reachableWorkingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    // The kernel names a directory outside of the process's root so that it is no path.
    let directory = String(cString: path)
    return directory.hasPrefix("/") ? directory : nil
  }

  /// The number of processors that the system may run it on now; at least 1.
  public static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Sends this process a signal; ``Signal/kill`` ends it at once, with nothing tidied up.
  public static func raise(_ signal: Signal) {
    kill(getpid(), signal.rawValue)
  }

  /// Removes a directory with all it holds when the process ends in an orderly way.
  package static func removeAtExit(_ directory: String) {
    atExit { try? FileSystem.removeTree(directory) }
  }

  /// Runs something when the process ends in an orderly way, on the thread that ends it; what was asked for last
  /// comes first. Other threads go on meanwhile.
  package static func atExit(_ body: @escaping @Sendable () -> Void) {
    let isFirst = endings.withLock { endings in
      endings.append((CurrentProcess.identifier, body))
      return endings.count == 1
    }
    guard isFirst else { return }
    atexit {
      // A process forked from this one ends too, and does nothing of it.
      for (process, body) in CurrentProcess.endings.withLock({ $0 }).reversed()
      where process == CurrentProcess.identifier { body() }
    }
  }

  private static let endings = Mutex<[(process: Int32, body: @Sendable () -> Void)]>([])

  /// Has its reads and writes come in their usual turn again, where whoever started it put them behind all
  /// others. To be called before it has further threads.
  package static func takeUsualIOPriority() {
    fresnel_process_take_usual_io_priority()
  }

  /// Allows the process, and those it starts, to have so many files open, or as many as the system allows.
  ///
  /// - Throws: ``SystemError``.
  package static func allowOpenFiles(_ count: UInt64) throws(SystemError) {
    _ = try retrying("setrlimit") { fresnel_process_raise_file_limit(count) }
  }

  /// Ends the process with an exit status.
  public static func exit(_ status: Int32) -> Never {
    Glibc.exit(status)
  }

  /// Ends the process with an exit status at once, with nothing tidied up: other threads may still run,
  /// and what they use must not be taken down under them.
  package static func exitNow(_ status: Int32) -> Never {
    _exit(status)
  }
}
