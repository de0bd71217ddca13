internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Takes from a process what it does not need that only reads what comes from the network, for good.
///
/// Should the process be taken over by what it reads, it still runs no program, looks into no process, opens no socket
/// but, where it may, those of the Internet Protocol, and writes no file: that is a list of system calls (seccomp),
/// which every kernel has. It has no capability, also where root started it. Landlock decides which files it reads:
/// those of the system below ``readablePaths``, and nothing of the person. `Documentation/threat-model.md` says what a
/// kernel without Landlock means.
package enum Confinement {
  /// What is needed to find addresses of hosts and to trust certificates, and what libraries ask about the machine.
  package static let readablePaths = [
    "/etc", "/usr/lib", "/usr/lib64", "/usr/share", "/usr/local/share/ca-certificates", "/lib",
    "/lib64",
    "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman", "/proc/self",
    "/proc/sys/net", "/proc/meminfo", "/sys/devices/system/cpu", "/dev/null", "/dev/urandom",
  ]

  /// The version of Landlock that the kernel has; 0 without.
  package static var landlockVersion: Int { Int(fresnel_landlock_version()) }

  /// Whether this process is confined.
  package static var isInForce: Bool { fresnel_process_is_confined() != 0 }

  /// Confines this process. To be called before it has a second thread: Landlock holds for the calling thread and those
  /// that it starts.
  ///
  /// - Parameters:
  ///   - paths: Further files that may be read; one that does not exist is passed over.
  ///   - unlisted: Further directories whose files may be read by who knows their names; they can't be listed.
  ///   - hasNetwork: Whether sockets of the Internet Protocol may be opened.
  /// - Throws: ``SystemError`` when the kernel filters no system calls, or there is a second thread. The process has to
  ///   end then.
  package static func begin(
    reading paths: [String] = [], unlisted: [String] = [], hasNetwork: Bool = true
  ) throws(SystemError) {
    let threads = try FileSystem.entries(of: "/proc/self/task").count
    guard threads == 1 else {
      throw SystemError(
        .invalidArgument, call: "seccomp",
        explanation: "A process with \(threads) threads can't be confined.")
    }
    let listed = readablePaths + paths
    let all = listed + unlisted
    let number = Command.withCStrings(all) { pointers in
      let status = fresnel_process_confine(
        pointers, Int32(listed.count), Int32(all.count), hasNetwork ? 1 : 0)
      return status == 0 ? 0 : errno
    }
    guard number == 0 else {
      throw SystemError(
        errno: number, call: "seccomp",
        explanation: "This kernel doesn't let a process confine itself (seccomp, error \(number)).")
    }
  }

  /// Leads the standard streams nowhere: what a process writes to a terminal can have that type.
  ///
  /// - Throws: ``SystemError``.
  package static func silence() throws(SystemError) {
    _ = try retrying("dup2") { fresnel_process_silence() }
  }

  // MARK: - Attempts

  /// What a test has a process try: each does no harm where it is possible.
  package struct Attempt: Sendable {
    fileprivate let number: Int
    fileprivate let path: String
    /// A word for what is tried, and the path.
    package let name: String

    private init(_ number: Int, _ name: String, _ path: String = "") {
      self.number = number
      self.path = path
      self.name = path.isEmpty ? name : "\(name) \(path)"
    }

    /// Tries it.
    ///
    /// - Returns: 0 where it is possible, else why not, as `errno` says it.
    package func make() -> Int32 { fresnel_process_try(Int32(number), path) }

    /// What can be tried with a file or a directory.
    package static func all(at path: String) -> [Attempt] {
      if FileSystem.isDirectory(path) {
        return [
          Attempt(FRESNEL_TRY_LIST, "list", path),
          Attempt(FRESNEL_TRY_CREATE, "create", path + "/made"),
        ]
      }
      if let status = try? FileSystem.status(of: path), status.kind == .other {
        return [Attempt(FRESNEL_TRY_CONNECT, "connect", path)]
      }
      return [
        Attempt(FRESNEL_TRY_READ, "read", path),
        Attempt(FRESNEL_TRY_WRITE, "write", path),
      ]
    }

    /// What can be tried with the parent process and the kernel.
    package static let processes = [
      Attempt(FRESNEL_TRY_FORK, "fork"),
      Attempt(FRESNEL_TRY_TRACE, "trace"),
      Attempt(FRESNEL_TRY_READ_MEMORY, "read-memory"),
      Attempt(FRESNEL_TRY_TAKE_DESCRIPTOR, "take-descriptor"),
      Attempt(FRESNEL_TRY_SIGNAL, "signal"),
      Attempt(FRESNEL_TRY_RING, "ring"),
      Attempt(FRESNEL_TRY_NAMESPACE, "namespace"),
      Attempt(FRESNEL_TRY_LIMIT, "limit"),
      Attempt(FRESNEL_TRY_EXECUTE, "execute", "/bin/true"),
    ]

    /// Sockets of all kinds that a process may want.
    package static let sockets = [
      Attempt(FRESNEL_TRY_INTERNET, "internet"),
      Attempt(FRESNEL_TRY_INTERNET_6, "internet-6"),
      Attempt(FRESNEL_TRY_ADDRESSES, "addresses"),
      Attempt(FRESNEL_TRY_UNIX, "unix"),
    ]

    /// Having any of root's rights.
    package static let capability = Attempt(FRESNEL_TRY_CAPABILITY, "capability")
  }

  /// Tries to reach some paths and to open sockets, confines this process, tries everything, and writes what came of it
  /// to standard output: a line `before NAME NUMBER` or `after NAME NUMBER` each, with 0 for what was possible. For tests.
  ///
  /// - Parameters:
  ///   - paths: Files, directories and sockets that have to be out of reach.
  ///   - confine: Confines this process.
  /// - Throws: What confining throws.
  package static func report(
    on paths: [String], confining confine: () throws(SystemError) -> Void
  ) throws(SystemError) {
    let places =
      paths.flatMap { Attempt.all(at: $0) } + Attempt.sockets + [Attempt.capability]
    for attempt in places { try tell("before", attempt) }
    try confine()
    for attempt in places + Attempt.processes { try tell("after", attempt) }
  }

  private static func tell(_ time: String, _ attempt: Attempt) throws(SystemError) {
    try FileDescriptor.standardOutput.write("\(time) \(attempt.name) \(attempt.make())\n")
  }
}
