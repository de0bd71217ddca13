import FresnelPlatform
import Testing

@Suite("The order of a store's system calls")
struct StoreTraceTests {
  private static let batchCount = 400

  private static func trace() throws -> SystemCallTrace {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (ending, output, trace) = try SystemCallTrace.run(
        try WriterProgram.path(), [directory + "/store", "\(batchCount)", "0", "0"],
        traceFile: directory + "/trace")
      #expect(ending.isSuccess)
      #expect(WriterProgram.acknowledgements(output) == Array(0..<batchCount))
      return trace
    }
  }

  /// The number that a call acknowledges on the program's output.
  private static func acknowledgement(_ call: SystemCallTrace.Call) -> Int? {
    guard call.name == "write", call.path.hasPrefix("pipe:") else { return nil }
    return Int(String(decoding: call.bytes, as: UTF8.self).dropLast())
  }

  private static func isJournal(_ path: String) -> Bool { path.contains("/journal-") }

  /// The head of a batch has its client state, its number of operations having been told before, and
  /// then the first operation: the deletion of two items, which comes before what is put, gathered by item.
  private static func mark(_ number: Int) -> [UInt8] {
    let state = Array("\(number)".utf8)
    return [UInt8(state.count), 0, 0, 0] + state + [2, 2, 0, 0, 0]
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { start in
      bytes[start] == part[0] && bytes[start..<start + part.count].elementsEqual(part)
    }
  }

  @Test(
    "a batch is written to the journal, then synced, then acknowledged",
    .enabled(if: SystemCallTrace.obstacle == nil, "\(SystemCallTrace.obstacle ?? "")"))
  func acknowledgements() throws {
    let trace = try Self.trace()
    // The writes to each journal that no sync has covered yet, and the batches seen in them.
    var unsynced: [String: [SystemCallTrace.Call]] = [:]
    var durable: Set<Int> = []
    var next = 0
    var acknowledgementCount = 0
    for call in trace.calls {
      if call.name == "pwrite64", Self.isJournal(call.path) {
        try #require(call.isSuccess)
        unsynced[call.path, default: []].append(call)
      } else if call.name == "fdatasync" || call.name == "fsync" {
        try #require(call.isSuccess)
        let covered = unsynced[call.path, default: []].filter { $0.end <= call.begin }
        unsynced[call.path]?.removeAll { $0.end <= call.begin }
        for write in covered {
          while Self.contains(write.bytes, Self.mark(next)) {
            durable.insert(next)
            next += 1
          }
        }
      } else if let number = Self.acknowledgement(call) {
        try #require(durable.contains(number), "batch \(number)")
        acknowledgementCount += 1
      }
    }
    #expect(acknowledgementCount == Self.batchCount)
  }

  @Test(
    "a manifest is put in place when it, all it names and their names are synced",
    .enabled(if: SystemCallTrace.obstacle == nil, "\(SystemCallTrace.obstacle ?? "")"))
  func manifests() throws {
    let trace = try Self.trace()
    var unsynced: Set<String> = []
    /// Whether a file was written or renamed since the directory was synced.
    var isDirectoryUnsynced = false
    /// The journals that a manifest names or named; batches may be on their way to them.
    var namedJournals: Set<String> = []
    var journals: Set<String> = []
    var manifestCount = 0
    var segmentCount = 0
    for call in trace.calls where call.isSuccess {
      let name = call.path.split(separator: "/").last.map(String.init) ?? ""
      switch call.name {
      case "pwrite64":
        unsynced.insert(name)
        if name.hasPrefix("journal-") { journals.insert(name) }
        if name == "manifest.new" { isDirectoryUnsynced = true }
        if name.hasPrefix("segment-") { segmentCount += 1 }
      case "fdatasync": unsynced.remove(name)
      case "fsync": if name == "store" { isDirectoryUnsynced = false }
      case let rename where rename.hasPrefix("rename") && name == "manifest":
        // A segment may be on its way beside this, and batches to a journal in use; a new one is whole.
        let late = unsynced.filter { !$0.hasPrefix("segment-") && !namedJournals.contains($0) }
        try #require(late.isEmpty)
        try #require(!isDirectoryUnsynced)
        manifestCount += 1
        isDirectoryUnsynced = true
        namedJournals.formUnion(journals)
      case let rename where rename.hasPrefix("rename"): isDirectoryUnsynced = true
      default:
        if let number = Self.acknowledgement(call) {
          try #require(manifestCount > 0, "batch \(number)")
        }
      }
    }
    #expect(unsynced.isEmpty)
    #expect(manifestCount > 5)
    #expect(segmentCount > 5)
  }
}
