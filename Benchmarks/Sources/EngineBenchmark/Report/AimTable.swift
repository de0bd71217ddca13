/// The table of ratios: our figure beside the best peer's, and the aim.
///
/// A ratio says how many times better ours is.
struct AimTable {
  let results: ResultsFile
  let tag: String

  /// The rows for which anything was measured.
  var table: TextTable {
    var table = TextTable(["workload", "ours", "best peer", "", "ratio", "aim", "met"])
    let hasDistinctItems = tag == RunOptions.tag(factor: 1)
    for workload in Workload.all where hasDistinctItems || !workload.needsDistinctItems {
      let ours = own(workload.figure)
      let best = best(workload)
      if ours == nil && best == nil { continue }
      let bound = workload.aim.bound(best: best?.value, own: own)
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
    return table
  }

  private func own(_ figure: Figure) -> Double? {
    figure.median(results, tag, OwnPhases.engine)
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
}
