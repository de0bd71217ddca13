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
    var limit = name.count < 8 ? 1 : 2
    var nearest: SchemaTerm?
    for place in 0..<SchemaTable.count {
      let candidate = SchemaTable.nameBytes(place)
      guard abs(candidate.count - name.count) <= limit else { continue }
      let term = SchemaTerm(place: place)
      guard term.kind == kind, let distance = distance(name, candidate, atMost: limit) else {
        continue
      }
      nearest = term
      // Only something nearer is of interest from now on.
      if distance <= 1 { return term }
      limit = distance - 1
    }
    return nearest
  }

  /// How many letters must be changed, added, left out or exchanged with their neighbours; `nil` when more than a
  /// limit.
  private static func distance(
    _ first: [UInt8], _ second: UnsafeBufferPointer<UInt8>, atMost limit: Int
  ) -> Int? {
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      current.reserveCapacity(last.count)
      for column in second.indices {
        let letter = SchemaTable.smallLetter(second[column])
        var cost = min(
          last[column] + (first[row] == letter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row - 1] == letter,
          first[row] == SchemaTable.smallLetter(second[column - 1])
        {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      guard current.min() ?? 0 <= limit else { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
