/// The rows of a search as a person sees them: after a moment they keep their places, so that nobody opens what has
/// just come under the hand.
///
/// A value without a clock of its own: times are handed in, in nanoseconds of a clock that never goes back.
package struct SettledList: Sendable {
  /// How long after a key lists replace each other, and how long the rows of before stay for want of others.
  package static let settlingTime: UInt64 = 150_000_000
  /// The most places; rows beyond are not shown.
  package static let capacity = 100

  /// The search that the person's last key began.
  package private(set) var number: UInt64 = 0
  /// Whether the rows are those of that search. They cannot be chosen before.
  package private(set) var isCurrent = true
  /// What is in each place; `nil` where a row was that is gone.
  package private(set) var rows: [SurfaceRow?] = []
  private var typedAt: UInt64 = 0

  /// Makes an empty list.
  package init() {}

  /// Takes a key: the rows stay until there are others.
  ///
  /// - Parameters:
  ///   - number: The search that it began, greater than those before.
  ///   - now: The time.
  package mutating func type(_ number: UInt64, at now: UInt64) {
    self.number = number
    isCurrent = false
    typedAt = now
  }

  /// Takes a list. That of another search is dropped; the first one of a search is shown in its order, and so are those
  /// that come before its rows are settled.
  ///
  /// - Parameters:
  ///   - list: What the search found by now.
  ///   - now: The time.
  /// - Returns: Whether the list was one of the last search.
  /// - Complexity: O(*n*) in the rows of both.
  package mutating func take(_ list: SurfaceList, at now: UInt64) -> Bool {
    guard list.number == number else { return false }
    if list.problem != nil {
      // Places without anything in them are of no use, and what is wrong is said below those that are left.
      rows = list.rows.prefix(Self.capacity).map(Optional.some)
    } else if !isCurrent || !isSettled(at: now) {
      rows = list.rows.prefix(Self.capacity).map(Optional.some)
    } else {
      merge(list.rows)
    }
    isCurrent = true
    return true
  }

  /// Lets time pass: rows of an earlier search are gone once they would mislead.
  ///
  /// - Parameter now: The time.
  package mutating func pass(to now: UInt64) {
    if !isCurrent, isSettled(at: now) { rows = [] }
  }

  /// What a person chose by a place.
  ///
  /// - Parameters:
  ///   - place: The place, from 0.
  ///   - number: The search whose rows the person saw.
  /// - Returns: The row; `nil` where another search was begun since, its rows are not there yet, or the place is empty.
  package func row(at place: Int, of number: UInt64) -> SurfaceRow? {
    guard number == self.number, isCurrent, rows.indices.contains(place) else { return nil }
    return rows[place]
  }

  private func isSettled(at now: UInt64) -> Bool {
    now >= typedAt && now - typedAt > Self.settlingTime
  }

  /// Rows that are there keep their places, what is gone leaves an empty one, and what is new comes at the end.
  private mutating func merge(_ list: [SurfaceRow]) {
    var rest: [ResultIdentifier: SurfaceRow] = [:]
    for row in list where rest[row.identifier] == nil { rest[row.identifier] = row }
    for place in rows.indices {
      rows[place] = rows[place].flatMap { rest.removeValue(forKey: $0.identifier) }
    }
    for row in list where rows.count < Self.capacity {
      if let new = rest.removeValue(forKey: row.identifier) { rows.append(new) }
    }
  }
}
