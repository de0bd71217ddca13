import FresnelModel

/// The tables of a run.
struct Report: CustomStringConvertible {
  let results: ResultsFile
  let tag: String
  let thresholds: AllocationThresholds

  var description: String {
    let parts = [
      ("", AimTable(results: results, tag: tag).table),
      ("Bytes of the store's segments:", sections),
      (
        "Postings visited by each query of ours, and items that the evaluator had to look at:",
        work
      ),
      ("Instructions for each keystroke of a first word:", instructions),
      ("Blocks of memory that each query of ours takes:", thresholds.table(allocations)),
    ]
    return parts.filter { !$0.1.isEmpty }.map { title, table in
      title.isEmpty ? table.description : title + "\n\n" + table.description
    }.joined(separator: "\n\n") + "\n"
  }

  /// What was counted of allocations.
  var allocations: JSONValue? {
    results.runs(tag, OwnPhases.engine, Phase.allocations.rawValue).first
  }

  /// Postings visited and evaluations, for each workload.
  private var work: TextTable {
    var table = TextTable([
      "workload", "postings 50 %", "99 %", "most", "queries that evaluate", "items evaluated",
    ])
    let rows =
      [("keystrokes", "query", ["W1_work", "all"])]
      + ["1", "2", "3", "4+"].map { ("first word, \($0) typed", "query", ["W1_work", "w1:\($0)"]) }
      + [
        ("one word", "query", ["W2_work", "all"]),
        ("two or three words", "query", ["W3_work"]),
        ("section and prefix", "query", ["W4s_work"]),
        ("range and prefix", "query", ["W4r_work"]),
        ("one to three letters in one app", "apps", ["apps_work", "all"]),
      ] + PatternQueries.Kind.allCases.map { ($0.rawValue, "patterns", [$0.rawValue + "_work"]) }
    for (name, phase, path) in rows {
      guard let work = results.runs(tag, OwnPhases.engine, phase).first?[path: path] else {
        continue
      }
      func number(_ name: String) -> String { Unit.fixed(work[name]?.number ?? 0, 0) }
      table.add([
        name, number("postings_p50"), number("postings_p99"), number("postings_max"),
        number("queries_with_evaluation") + " of " + number("queries"), number("evaluated_items"),
      ])
    }
    return table
  }

  /// The parts of the segments, and what each takes for each byte of the items' texts.
  private var sections: TextTable {
    var table = TextTable(["part", "bytes", "per byte of text"])
    let run = results.runs(tag, OwnPhases.engine, Phase.build.rawValue).first
    guard let run, let textByteCount = run["text_bytes"]?.number else { return table }
    for part in run["sections"]?.members ?? [] {
      guard let byteCount = part.value.number else { continue }
      table.add([
        part.name, Unit.thousands(byteCount), Unit.fixed(byteCount / textByteCount, 3),
      ])
    }
    return table
  }

  /// Instructions by letters typed; a longer prefix should never take more than a shorter one.
  private var instructions: TextTable {
    var table = TextTable(["letters typed", "instructions"])
    let counts = results.runs(tag, OwnPhases.engine, Phase.instructions.rawValue).first
    for letterCount in 1...KeystrokePath.longest {
      guard let count = counts?["\(letterCount)"]?.number else { continue }
      table.add(["\(letterCount)", Unit.thousands(count)])
    }
    return table
  }
}
