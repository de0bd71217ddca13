import FresnelModel

/// The tables of a run.
struct Report: CustomStringConvertible {
  let results: ResultsFile
  let tag: String

  var description: String {
    var parts = [ratios]
    if !work.isEmpty {
      parts.append("Work for each query of ours, and items that the evaluator had to look at:")
      parts.append(work.description)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Our figures beside the best peer's and the aims. The ratio says how many times better ours is.
  private var ratios: String {
    var table = TextTable(["workload", "ours", "best peer", "", "ratio", "aim", "met"])
    for workload in Workload.all {
      let ours = workload.figure.median(results, tag, OwnPhases.engine)
      let best = best(workload)
      if ours == nil && best == nil { continue }
      let bound = workload.aim.bound(best: best?.value) {
        $0.median(results, tag, OwnPhases.engine)
      }
      table.add([
        workload.name,
        ours.map(workload.unit.text) ?? "–",
        best.map { workload.unit.text($0.value) } ?? "–",
        best?.engine ?? "",
        ratio(workload, ours, best?.value),
        bound.map {
          ($0.isUpper ? "≤ " : "≥ ") + workload.unit.text($0.value) + workload.aim.origin
        } ?? "",
        met(ours, bound),
      ])
    }
    return table.description
  }

  private func best(_ workload: Workload) -> (value: Double, engine: String)? {
    let compared = Peer.all.filter(\.isCompared).map(\.name)
    let figures = compared.compactMap { engine in
      workload.figure.median(results, tag, engine).map { (value: $0, engine: engine) }
    }
    return workload.isLowerBetter
      ? figures.min { $0.value < $1.value } : figures.max { $0.value < $1.value }
  }

  private func ratio(_ workload: Workload, _ ours: Double?, _ best: Double?) -> String {
    guard let ours, let best, ours > 0, best > 0 else { return "" }
    return Unit.digits(workload.isLowerBetter ? best / ours : ours / best) + " ×"
  }

  private func met(_ ours: Double?, _ bound: (value: Double, isUpper: Bool)?) -> String {
    guard let ours, let bound else { return "" }
    return (bound.isUpper ? ours <= bound.value : ours >= bound.value) ? "yes" : "no"
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
}
