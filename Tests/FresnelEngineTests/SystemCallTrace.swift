import FresnelPlatform

/// The system calls of a program that write, sync or rename, as `strace` saw them.
struct SystemCallTrace {
  /// A system call.
  struct Call {
    let name: String
    /// The file it was made on or, of a rename, the new name.
    let path: String
    /// What was written.
    let bytes: [UInt8]
    let isSuccess: Bool
    /// The lines of the trace where it began and where it had returned.
    let begin: Int
    let end: Int
  }

  /// In the order in which they returned.
  private(set) var calls: [Call] = []

  private static let names = "pwrite64,write,fdatasync,fsync,rename,renameat,renameat2"

  /// Why programs can't be traced here; `nil` when they can.
  static let obstacle: String? = {
    guard Command.path(of: "strace") != nil else { return "strace is not installed" }
    var trial = Command("strace", ["-o", "/dev/null", "true"])
    trial.error = .null
    return (try? trial.run())?.isSuccess == true ? nil : "programs may not be traced here"
  }()

  /// Runs a program to its end and returns its output and the calls it made.
  static func run(
    _ program: String, _ arguments: [String], traceFile: String
  ) throws -> (ending: Command.Ending, output: [UInt8], trace: SystemCallTrace) {
    let options = ["-f", "-y", "-xx", "-s", "1000000", "-e", "trace=" + names, "-o", traceFile]
    let (ending, output) = try Command("strace", options + [program] + arguments).capture()
    var trace = SystemCallTrace()
    let text = String(decoding: try FileSystem.contents(of: traceFile), as: UTF8.self)
    var unfinished: [Substring: (line: Int, text: Substring)] = [:]
    for (number, line) in text.split(separator: "\n").enumerated() {
      guard let space = line.firstIndex(of: " ") else { continue }
      let process = line[..<space]
      let rest = line[space...].drop { $0 == " " }
      if rest.hasSuffix("<unfinished ...>") {
        unfinished[process] = (number, rest.dropLast("<unfinished ...>".count))
      } else if rest.hasPrefix("<... "), let begun = unfinished.removeValue(forKey: process),
        let bracket = rest.firstIndex(of: ">")
      {
        trace.add(begun.text + rest[rest.index(after: bracket)...], begun.line, number)
      } else {
        trace.add(rest, number, number)
      }
    }
    return (ending, output, trace)
  }

  /// Adds a call from its text, such as `fdatasync(4<\x2f…>) = 0`.
  private mutating func add(_ text: Substring, _ begin: Int, _ end: Int) {
    guard let open = text.firstIndex(of: "("), let equals = text.range(of: " = ") else { return }
    let name = String(text[..<open])
    let strings = text.split(separator: "\"", omittingEmptySubsequences: false)
    let path: [UInt8]
    if name.hasPrefix("rename") {
      path = strings.count > 3 ? Self.bytes(strings[3]) : []
    } else {
      let start = text.firstIndex(of: "<").map { text.index(after: $0) } ?? text.endIndex
      let end = text[start...].firstIndex(of: ">") ?? text.endIndex
      path = Self.bytes(text[start..<end])
    }
    calls.append(
      Call(
        name: name, path: String(decoding: path, as: UTF8.self),
        bytes: name.hasSuffix("write") || name == "pwrite64"
          ? (strings.count > 1 ? Self.bytes(strings[1]) : []) : [],
        isSuccess: !text[equals.upperBound...].hasPrefix("-"), begin: begin, end: end))
  }

  /// The bytes of a text like `\x2f\x74`.
  private static func bytes(_ text: Substring) -> [UInt8] {
    text.utf8.split(separator: UInt8(ascii: "\\")).compactMap {
      UInt8(String(decoding: $0.dropFirst(), as: UTF8.self), radix: 16)
    }
  }
}

extension Substring {
  /// Where another text is, looked for from the end.
  fileprivate func range(of text: String) -> Range<Index>? {
    var end = endIndex
    while end > startIndex {
      let start = index(before: end)
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      end = start
    }
    return nil
  }
}
