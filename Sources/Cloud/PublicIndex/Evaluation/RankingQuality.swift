internal import Foundation

/// How good an order of results is, measured against people's judgements.
package enum RankingQuality {
  /// The discounted gain of the first results, as a share of that of the best order there could be: nDCG
  /// (Järvelin and Kekäläinen, 2002) with the grade itself as gain.
  ///
  /// - Parameters:
  ///   - results: Identifiers, best first.
  ///   - grades: How relevant each identifier is; what isn't there has grade 0.
  ///   - depth: How many results count.
  /// - Returns: A number from 0 to 1; `nil` when nothing is relevant.
  package static func discountedGain(
    of results: [String], grades: [String: Double], depth: Int = 10
  ) -> Double? {
    let best = gain(grades.values.filter { $0 > 0 }.sorted(by: >).prefix(depth))
    guard best > 0 else { return nil }
    return gain(results.prefix(depth).map { max(0, grades[$0] ?? 0) }[...]) / best
  }

  private static func gain(_ grades: ArraySlice<Double>) -> Double {
    zip(grades, 2...).reduce(0) { $0 + $1.0 / log2(Double($1.1)) }
  }
}
