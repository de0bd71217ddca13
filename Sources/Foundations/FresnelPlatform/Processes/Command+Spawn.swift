private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

extension Command {
  /// Starts the program; `capturing` becomes its standard output when given.
  func spawn(capturing: Int32?, detached: Bool) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(STDIN_FILENO, input), (STDERR_FILENO, error)] {
      Self.connect(stream, to: number, in: &actions)
    }
    if let capturing {
      posix_spawn_file_actions_adddup2(&actions, capturing, STDOUT_FILENO)
    } else {
      Self.connect(output, to: STDOUT_FILENO, in: &actions)
    }

    if let directory, fresnel_spawn_in_directory(&actions, directory) != 0 {
      throw SystemError(.noMemory, call: "posix_spawn", path: directory)
    }
    // It outlives who started it, and would keep what that had open: a lock of a script, the end of a pipe.
    if detached, fresnel_spawn_with_standard_streams(&actions) != 0 {
      throw SystemError(.noMemory, call: "posix_spawn", path: program)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // An ignored broken pipe is this process's choice, not the program's.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Threads of a pool block signals, and a program would start with those of its parent's thread.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(
      &attributes, detached ? flags | fresnel_spawn_in_new_session() : flags)

    let variables = (environment ?? Environment.all).map { "\($0.key)=\($0.value)" }.sorted()
    var identifier: pid_t = 0
    let status = Self.withCStrings([program] + arguments) { argv in
      Self.withCStrings(variables) { envp in
        posix_spawnp(&identifier, program, &actions, &attributes, argv, envp)
      }
    }
    if status != 0 { throw SystemError(errno: status, call: "posix_spawn", path: program) }
    return identifier
  }

  private static func connect(
    _ stream: Stream, to number: Int32, in actions: inout posix_spawn_file_actions_t
  ) {
    switch stream {
    case .inherited: break
    case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
  }

  /// Waits until a child process ends.
  static func wait(for identifier: pid_t) throws(SystemError) -> Ending {
    var status: Int32 = 0
    _ = try retrying("waitpid") { waitpid(identifier, &status, 0) }
    // The layout that the WIFEXITED and WTERMSIG macros of the C library read.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(Signal(rawValue: signal))
  }

  /// Takes a child's exit status on a thread of its own, whenever that comes, and tells how it ended.
  static func collectInBackground(
    _ identifier: pid_t, _ ended: (@Sendable (Ending) -> Void)? = nil
  ) {
    if let ended {
      let isStarted = DetachedThread.start {
        if let ending = try? wait(for: identifier) { ended(ending) }
      }
      if isStarted { return }
    }
    var thread = pthread_t()
    let number = UnsafeMutableRawPointer(bitPattern: Int(identifier))
    let started = pthread_create(
      &thread, nil,
      { argument in
        var status: Int32 = 0
        let identifier = pid_t(Int(bitPattern: argument))
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        return nil
      }, number)
    if started == 0 { pthread_detach(thread) }
  }

  /// Hands a null-terminated array of C strings to a body.
  static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(pointers)
  }
}
