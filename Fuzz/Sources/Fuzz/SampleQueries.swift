import FresnelModel
import FresnelQuery

/// The queries that damaged segments are asked.
enum SampleQueries {
  private static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 7.2e8), timeZone: "Europe/Berlin")

  /// Compiles a query that is known to be right.
  static func compile(_ text: String) -> CompiledQuery {
    do {
      return try CompiledQuery(parseQuery(text), context: context)
    } catch {
      fatalError("\(text): \(error)")
    }
  }
}
