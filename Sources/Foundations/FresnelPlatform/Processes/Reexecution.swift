private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Runs this process's program anew in the same process: its number and some open files stay, and nothing of
/// its memory.
package enum Reexecution {
  /// Makes a pipe that holds something for the program to come. What is in a pipe is the kernel's memory: no
  /// file, and never swapped out.
  ///
  /// - Parameter bytes: At most 4096.
  /// - Returns: The end to read from.
  /// - Throws: ``SystemError``.
  package static func pipe(holding bytes: [UInt8]) throws(SystemError) -> SharedDescriptor {
    guard bytes.count <= 4096 else { throw SystemError(.invalidArgument, call: "write") }
    var (readingEnd, writingEnd): (Int32, Int32) = (-1, -1)
    _ = try retrying("pipe2") { fresnel_pipe(&readingEnd, &writingEnd) }
    let end = SharedDescriptor(adopting: readingEnd)
    let writer = FileDescriptor(adopting: writingEnd, path: "a pipe")
    try writer.write(bytes)
    return end
  }

  /// Takes what the program before left in a pipe.
  ///
  /// - Parameter descriptor: The end to read from; it is closed.
  /// - Returns: What the pipe held.
  /// - Throws: ``SystemError``.
  package static func take(from descriptor: Int32) throws(SystemError) -> [UInt8] {
    let reader = FileDescriptor(adopting: descriptor, path: "the passed pipe")
    return try reader.read(count: 4096)
  }

  /// Runs the program anew. To be called on the process's first thread, which is the one that goes on.
  ///
  /// Processes that this one started and that still live are killed, but for those that the new program knows of:
  /// nobody would look after them.
  ///
  /// - Parameters:
  ///   - arguments: Its command line, the program's name first.
  ///   - environment: Its environment.
  ///   - descriptors: What stays open, besides the three standard streams.
  ///   - children: The numbers of processes that live on; `nil` for all, also those that are started meanwhile.
  /// - Throws: ``SystemError``; the process can do nothing better than end then.
  package static func run(
    _ arguments: [String], environment: [String: String], keeping descriptors: [Int32],
    sparing children: [Int32]? = []
  ) throws(SystemError) -> Never {
    if let children { killChildren(but: children) }
    let program = self.program
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let number = Command.withCStrings(arguments) { argv in
      Command.withCStrings(variables) { envp in
        _ = fresnel_process_execute(program, argv, envp, descriptors, Int32(descriptors.count))
        return errno
      }
    }
    throw SystemError(errno: number, call: "execve", path: program)
  }

  /// Frees what the kernel keeps of processes that the program before had started.
  package static func reapChildren() {
    fresnel_process_reap_children()
  }

  /// Waits for the processes that the program before had started and spared, on threads of their own, so that the
  /// kernel keeps nothing of them when they end. To be called before this program starts any.
  package static func adoptChildren() {
    for child in children { Command.collectInBackground(child) }
  }

  /// The numbers of the processes that this one started and has not waited for.
  package static var children: [Int32] {
    let threads = (try? FileSystem.entries(of: "/proc/self/task")) ?? []
    return threads.flatMap { thread in
      let path = "/proc/self/task/\(thread)/children"
      let numbers = (try? FileSystem.contents(of: path, maximumByteCount: 1 << 16)) ?? []
      return String(decoding: numbers, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// The path of the program, after which the kernel names the process; where another file is there by now,
  /// the file that this process runs.
  private static var program: String {
    guard let path = CurrentProcess.executablePath, FileSystem.isExecutable(path) else {
      return "/proc/self/exe"
    }
    return path
  }

  private static func killChildren(but spared: [Int32]) {
    for child in children where !spared.contains(child) { Signal.kill.send(to: child) }
  }
}
