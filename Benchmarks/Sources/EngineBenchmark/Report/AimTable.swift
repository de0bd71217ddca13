/// The table of ratios: our figure beside the best peer's, and the aim.
///
/// A ratio says how many times better ours is. Where an encrypted store was measured, its figures follow,
/// and how many times the plain store's cost they are.
struct AimTable {
  let results: ResultsFile
  let tag: String

  /// The rows for which anything was measured.
  var table: TextTable {
    let hasEncrypted = Workload.all.contains { encrypted($0.figure) != nil }
    var table = TextTable(
      ["workload", "ours", "best peer", "", "ratio", "aim", "met"]
        + (hasEncrypted ? ["encrypted", "of plain"] : []))
    let hasDistinctItems = tag == RunOptions.tag(factor: 1)
    for workload in Workload.all where hasDistinctItems || !workload.needsDistinctItems {
      let ours = own(workload.figure)
      let best = best(workload)
      if ours == nil && best == nil { continue }
      let bound = workload.aim.bound(best: best?.value, own: own)
      var row = [
        workload.name,
        ours.map(workload.unit.text) ?? "–",
        best.map { workload.unit.text($0.value) } ?? "–",
        best?.engine ?? "",
        ratio(workload, ours, best?.value),
        bound.map {
          ($0.isUpper ? "≤ " : "≥ ") + workload.unit.text($0.value) + workload.aim.origin
        } ?? "",
        met(ours, bound),
      ]
      if hasEncrypted {
        let encrypted = encrypted(workload.figure)
        row += [
          encrypted.map(workload.unit.text) ?? "", ratio(workload, ours, encrypted),
        ]
      }
      table.add(row)
    }
    return table
  }

  private func own(_ figure: Figure) -> Double? {
    figure.median(results, tag, OwnPhases.engine)
  }

  private func encrypted(_ figure: Figure) -> Double? {
    figure.median(results, tag, OwnPhases.encryptedEngine)
  }

  private func best(_ workload: Workload) -> (value: Double, engine: String)? {
    let compared = Peer.all.filter(\.isCompared).map(\.name)
    let figures = compared.compactMap { engine in
      (workload.peersFigure ?? workload.figure).median(results, tag, engine).map {
        (value: $0, engine: engine)
      }
    }
    return workload.isLowerBetter
      ? figures.min { $0.value < $1.value } : figures.max { $0.value < $1.value }
  }

  /// How many times better the first figure is than the second.
  private func ratio(_ workload: Workload, _ one: Double?, _ other: Double?) -> String {
    guard let one, let other, one > 0, other > 0 else { return "" }
    return Unit.digits(workload.isLowerBetter ? other / one : one / other) + " ×"
  }

  private func met(_ ours: Double?, _ bound: (value: Double, isUpper: Bool)?) -> String {
    guard let ours, let bound else { return "" }
    return (bound.isUpper ? ours <= bound.value : ours >= bound.value) ? "yes" : "no"
  }
}
