extension SchemaTerm {
  /// The name that only differs by capital letters.
  ///
  /// - Parameters:
  ///   - kind: What the name should be.
  ///   - name: A name that schema.org doesn't have.
  /// - Returns: The term; `nil` when there is none.
  package static func differingByCase(_ kind: Kind, from name: String) -> SchemaTerm? {
    SchemaTable.places(ofFolded: name).lazy.map(SchemaTerm.init(place:)).first { $0.kind == kind }
  }

  /// The name that somebody may have meant who wrote one that schema.org doesn't have: one that can be reached by
  /// changing, adding or leaving out one letter, or two in a long name.
  ///
  /// - Parameters:
  ///   - kind: What the name should be.
  ///   - name: A name that schema.org doesn't have.
  /// - Returns: The nearest, the first in the order of names among equals; `nil` when none is near.
  /// - Complexity: O(*n* · *l*) in the number of names and their length.
  package static func nearest(_ kind: Kind, to name: String) -> SchemaTerm? {
    let name = name.utf8.map(SchemaTable.smallLetter)
    guard (4...63).contains(name.count) else { return nil }
    let nameLetters = letters(of: name)
    var limit = name.count < 8 ? 1 : 2
    var nearest: SchemaTerm?
    for place in 0..<SchemaTable.count {
      // Most names are of another length.
      guard abs(SchemaTable.nameCount(place) - name.count) <= limit else { continue }
      let term = SchemaTerm(place: place)
      guard term.kind == kind else { continue }
      let candidate = SchemaTable.nameBytes(place)
      // No change of a letter makes more than two appear or disappear.
      guard (letters(of: candidate) ^ nameLetters).nonzeroBitCount <= 2 * limit else { continue }
      guard let distance = distance(name, candidate, atMost: limit) else { continue }
      nearest = term
      // Only something nearer is of interest from now on.
      if distance <= 1 { return term }
      limit = distance - 1
    }
    return nearest
  }

  /// The letters that a name has, in any case: a bit for each, which others may share.
  private static func letters(of name: some Sequence<UInt8>) -> UInt64 {
    name.reduce(0) { $0 | 1 << UInt64(SchemaTable.smallLetter($1) & 63) }
  }

  /// How many letters must be changed, added, left out or exchanged with their neighbours; `nil` when more than a
  /// limit.
  private static func distance(
    _ first: [UInt8], _ second: UnsafeBufferPointer<UInt8>, atMost limit: Int
  ) -> Int? {
    let width = second.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { cells in
      for column in 0..<width { cells[column] = column }
      // The rows before the last, the last, and the one that is being filled; they take turns.
      var (beforeLast, last, current) = (2 * width, 0, width)
      for row in first.indices {
        cells[current] = row + 1
        var least = row + 1
        for column in second.indices {
          let letter = SchemaTable.smallLetter(second[column])
          var cost = min(
            cells[last + column] + (first[row] == letter ? 0 : 1), cells[last + column + 1] + 1,
            cells[current + column] + 1)
          if row > 0, column > 0, first[row - 1] == letter,
            first[row] == SchemaTable.smallLetter(second[column - 1])
          {
            cost = min(cost, cells[beforeLast + column - 1] + 1)
          }
          cells[current + column + 1] = cost
          least = min(least, cost)
        }
        guard least <= limit else { return nil }
        (beforeLast, last, current) = (last, current, beforeLast)
      }
      return cells[last + second.count] <= limit ? cells[last + second.count] : nil
    }
  }
}
