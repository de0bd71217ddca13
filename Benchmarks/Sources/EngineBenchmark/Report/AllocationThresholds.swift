import FresnelModel
import FresnelPlatform

/// How many blocks of memory a query of each kind may take, from the file that is kept with the
/// benchmarks.
struct AllocationThresholds {
  private let limits: [JSONMember]

  init() throws {
    // The directory Benchmarks/Thresholds, seen from this file.
    let package = ["Report", "EngineBenchmark", "Sources"].reduce(
      FileSystem.parent(of: #filePath)
    ) { path, _ in FileSystem.parent(of: path) }
    let bytes = try FileSystem.contents(of: package + "/Thresholds/allocations.json")
    limits = try JSONValue.parse(bytes).members
  }

  /// One line for each kind of query that takes more than it may, or that has no threshold.
  func exceeded(by counts: JSONValue?) -> [String] {
    (counts?.members ?? []).compactMap { count in
      guard count.name != "phase", count.name != "load", let taken = count.value.number else {
        return nil
      }
      let limit = limits.first { $0.name == count.name }?.value.number
      guard let limit else { return "allocations, \(count.name): no threshold is kept." }
      if taken <= limit { return nil }
      return "allocations, \(count.name): \(taken) for each query, more than \(limit)."
    }
  }

  /// A line for each kind of query with its count and its limit.
  func table(_ counts: JSONValue?) -> TextTable {
    var table = TextTable(["allocations of", "for each query", "at most"])
    for limit in limits {
      guard let taken = counts?[limit.name]?.number else { continue }
      table.add([limit.name, Unit.fixed(taken, 1), limit.value.text()])
    }
    return table
  }
}
