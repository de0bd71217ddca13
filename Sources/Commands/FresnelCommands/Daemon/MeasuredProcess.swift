internal import FresnelPlatform

/// What the kernel tells of another process.
struct MeasuredProcess: Sendable {
  /// The process.
  let identifier: Int

  /// The processor time that it has used, its threads together; in steps of the kernel's clock tick.
  var processorMilliseconds: Double {
    let text = content(of: "stat")
    // The name of the program, in parentheses, may hold anything.
    guard let end = text.lastIndex(of: ")") else { return 0 }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return 0
    }
    return (user + system) * 1000 / 100
  }

  /// How often one of its threads has waited for something and was woken.
  var wakeUpCount: Int {
    let threads = (try? FileSystem.entries(of: "/proc/\(identifier)/task")) ?? []
    return threads.reduce(0) {
      $0 + field("voluntary_ctxt_switches", in: content(of: "task/\($1)/status"))
    }
  }

  /// The memory that is its own and not a file's, in KiB.
  var anonymousKibibytes: Int { field("RssAnon", in: content(of: "status")) }

  /// The memory that it has in use, files included, in KiB.
  var residentKibibytes: Int { field("VmRSS", in: content(of: "status")) }

  private func content(of file: String) -> String {
    let bytes = try? FileSystem.contents(of: "/proc/\(identifier)/\(file)")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  private func field(_ name: String, in text: String) -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix("\(name):") {
      let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
      return Int(digits) ?? 0
    }
    return 0
  }
}
