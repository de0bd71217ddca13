internal import FresnelPlatform

/// What the kernel tells of another process.
struct MeasuredProcess: Sendable {
  /// The process.
  let identifier: Int

  /// The processor time that it has used, its threads together; in steps of ten milliseconds.
  var processorMilliseconds: Double {
    let text = content(of: "stat")
    // The name of the program, in parentheses, may hold anything.
    guard let end = text.lastIndex(of: ")") else { return 0 }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return 0
    }
    // Linux counts in hundredths of a second here, whatever the kernel's own clock (USER_HZ).
    return (user + system) * 10
  }

  /// How often each of its threads has waited for something and was woken.
  var wakeUps: [String: Int] {
    let threads = (try? FileSystem.entries(of: "/proc/\(identifier)/task")) ?? []
    var counts: [String: Int] = [:]
    for thread in threads {
      counts[thread] = field("voluntary_ctxt_switches", in: content(of: "task/\(thread)/status"))
    }
    return counts
  }

  /// How often a thread was woken since the counts were taken; of threads that ended meanwhile nothing is known.
  func wakeUpCount(since before: [String: Int]) -> Int {
    wakeUps.reduce(0) { $0 + $1.value - before[$1.key, default: 0] }
  }

  /// The memory that it has in use, files included, in KiB.
  var residentKibibytes: Int? { field("VmRSS", in: content(of: "status")) }

  /// The memory that is its own and not a file's, in KiB.
  var anonymousKibibytes: Int? { field("RssAnon", in: content(of: "status")) }

  /// The memory in use, with what it shares divided among those who do, in KiB. The kernel tells that only
  /// those who may look into the process: root, or anybody when the daemon was started so.
  var proportionalKibibytes: Int? { field("Pss", in: content(of: "smaps_rollup")) }

  /// The memory that would be free if the process ended, in KiB; told to the same ones.
  var privateKibibytes: Int? {
    let text = content(of: "smaps_rollup")
    guard let clean = field("Private_Clean", in: text), let dirty = field("Private_Dirty", in: text)
    else { return nil }
    return clean + dirty
  }

  /// Waits until the process has done nothing for a while: what indexing costs is partly spent after the
  /// answer.
  ///
  /// - Parameters:
  ///   - quiet: For how long it has to have done nothing.
  ///   - limit: How long to wait at most.
  func waitUntilQuiet(_ quiet: Duration, atMost limit: Duration = .seconds(60)) {
    let end = MonotonicClock.nanoseconds + UInt64(limit / .nanoseconds(1))
    var last = processorMilliseconds
    while MonotonicClock.nanoseconds < end {
      _ = try? waitForInput(on: [], timeout: quiet)
      let now = processorMilliseconds
      if now == last { return }
      last = now
    }
  }

  /// Counts its system calls for a while, with `strace`; `nil` where that is missing or may not look.
  func systemCallCount(seconds: Int) -> Int? {
    guard let strace = Command.path(of: "strace") else { return nil }
    var command = Command(
      "/bin/sh",
      [
        "-c", "exec timeout --signal=INT \"$2\" \"$1\" -c -f -p \"$3\" -o /dev/stdout 2>&-", "sh",
        strace, "\(seconds)", "\(identifier)",
      ])
    command.error = .null
    guard let output = try? command.capture().output else { return nil }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    // The last line of the table is the sum: part, seconds, mean, calls, perhaps errors, "total".
    guard let total = lines.last(where: { $0.hasSuffix(" total") }) else {
      // Without a single call there is no table.
      return lines.isEmpty ? 0 : nil
    }
    let words = total.split(separator: " ")
    return words.count > 3 ? Int(words[3]) : nil
  }

  private func content(of file: String) -> String {
    let bytes = try? FileSystem.contents(of: "/proc/\(identifier)/\(file)")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  private func field(_ name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("\(name):") {
      return Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
    }
    return nil
  }
}
