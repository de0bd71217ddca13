/// When a page is fetched again. Times are milliseconds.
package struct RecrawlRules: Hashable, Sendable {
  /// The shortest time between two fetches.
  package var shortest: Int64 = 3_600_000
  /// The longest.
  package var longest: Int64 = 60 * 86_400_000
  /// That after the first fetch.
  package var first: Int64 = 86_400_000
  /// How long a server's word that a page has not changed is taken before the page is read again.
  package var longestUnread: Int64 = 30 * 86_400_000
  /// How many times a page is asked for that is not there, until it is taken for gone.
  package var missingLimit = 3
  /// How long it takes at least until then.
  package var missingTime: Int64 = 7 * 86_400_000
  /// How long after a failure of its server a page is asked for again; doubled each time.
  package var firstRetry: Int64 = 3_600_000

  /// How many times in a row the server of a page has too much to do before the page counts as the reason.
  package var overloadLimit = 2
  /// After how many failures in a row nothing is known of a page any more; they take some six weeks.
  package var failureLimit = 11

  /// The usual ones.
  package init() {}

  /// The time until the next fetch: half of the last one for a page that has changed, half as much again for one that
  /// has not.
  ///
  /// - Parameters:
  ///   - previous: The last one; `nil` for a page that was never fetched before.
  ///   - hasChanged: Whether the page is another than the time before.
  /// - Returns: The time.
  package func interval(after previous: Int64?, hasChanged: Bool) -> Int64 {
    guard let previous, previous > 0 else { return min(max(first, shortest), longest) }
    let next = hasChanged ? previous / 2 : previous.addingClamped(previous / 2)
    return min(max(next, shortest), longest)
  }

  /// The time until a page is asked for again whose server failed.
  ///
  /// - Parameter tries: How many times it failed in a row, this time included.
  /// - Returns: The time.
  package func retry(after tries: Int) -> Int64 {
    min(firstRetry.multipliedClamped(by: 1 << Int64(max(0, min(tries - 1, 32)))), longest)
  }
}
