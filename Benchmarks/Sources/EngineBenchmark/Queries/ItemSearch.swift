import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelText

/// Searches of a store for the best ten items, with their identifiers and titles as a result list
/// shows them.
///
/// Each search begins with text, as typed or as sent by an app, and takes a snapshot of its own: what
/// is timed is all that an answer costs.
struct ItemSearch {
  /// A row of the answer.
  struct Row {
    let identifier: String
    let title: String?
  }

  /// An answer and what it took.
  struct Answer {
    var rows: [Row] = []
    /// What it took; `nil` when there was nothing to search for.
    var work: SearchWork?
  }

  let store: Store
  /// Whether each search waits for what was acknowledged before it.
  var freshness = Freshness.acknowledged

  /// What a person typed, the last word unfinished.
  func typed(_ text: String, in filter: ScopeFilter = .everything) throws -> Answer {
    guard let query = UserQuery.query(for: text, locale: .root) else { return Answer() }
    return try answer(query, filter)
  }

  /// A query string.
  func query(_ text: String) throws -> Answer {
    try answer(try parseQuery(text))
  }

  private func answer(_ query: Query, _ filter: ScopeFilter = .everything) throws -> Answer {
    let snapshot = store.snapshot(freshness)
    let results = try snapshot.search(
      SearchRequest(
        query: query, limit: 10, context: EvaluationContext(now: snapshot.time), detail: .rows))
    let rows = try results.hits.map { hit in
      guard case .string(let title)? = try hit.item.decodedValue(for: .builtIn(.title)) else {
        return Row(identifier: hit.item.uniqueIdentifier, title: nil)
      }
      return Row(identifier: hit.item.uniqueIdentifier, title: title)
    }
    return Answer(rows: rows, work: results.work)
  }
}
