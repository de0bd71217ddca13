internal import FresnelEngine
internal import FresnelModel
internal import FresnelRanking

/// The things of one store that a person knows by a text, those that stand first before the others, and which of them
/// are known to match it.
struct KnownCandidates {
  private let candidates: [KnownThing.Standing]
  /// An open table by the hashes of identifiers: places of candidates plus 1, or 0.
  private let table: [UInt16]
  /// Whether each candidate is known to match.
  private(set) var isMatch: [Bool]
  /// How many may still be evaluated.
  var evaluations: Int
  /// The place behind the last one whose name is known to be what was typed.
  private var nameEnd = 0

  /// Takes candidates, of which none is known to match.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, fewer than 65,536.
  ///   - evaluations: How many may be evaluated.
  init(_ candidates: [KnownThing.Standing], evaluations: Int) {
    self.candidates = candidates
    self.evaluations = evaluations
    isMatch = Array(repeating: false, count: candidates.count)
    var slotCount = 4
    while slotCount < 2 * candidates.count { slotCount *= 2 }
    var table = [UInt16](repeating: 0, count: slotCount)
    for (place, candidate) in candidates.enumerated() {
      var slot = Self.slot(of: candidate.thing.identifierHash, in: table)
      while table[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
      table[slot] = UInt16(place + 1)
    }
    self.table = table
  }

  var count: Int { candidates.count }

  subscript(place: Int) -> KnownThing.Standing { candidates[place] }

  /// Notes that some hits match, with the scores of the engine.
  mutating func note(_ hits: [Hit]) {
    for hit in hits {
      if let place = place(of: hit) { note([place], areNames: RankScore.isName(hit.score)) }
    }
  }

  /// Notes that some candidates match.
  ///
  /// - Parameters:
  ///   - places: Their places.
  ///   - areNames: Whether what was typed is their name.
  mutating func note(_ places: [Int], areNames: Bool) {
    for place in places {
      isMatch[place] = true
      if areNames { nameEnd = max(nameEnd, place + 1) }
    }
  }

  /// The place of a hit; `nil` where it is none of the candidates.
  func place(of hit: Hit) -> Int? {
    let identifier = hit.item.uniqueIdentifierBytes
    let hash = KnownThing.hash(identifier)
    var slot = Self.slot(of: hash, in: table)
    while table[slot] != 0 {
      let place = Int(table[slot]) - 1
      let candidate = candidates[place]
      if candidate.thing.identifierHash == hash, candidate.item.scope == hit.scope,
        candidate.item.identifier.elementsEqual(identifier)
      {
        return place
      }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  /// The place behind the last candidate that has a level, of which there are some at most.
  func end(_ most: Int) -> Int {
    var count = 0
    for place in isMatch.indices where isMatch[place] {
      count += 1
      if count == most { return place + 1 }
    }
    return isMatch.count
  }

  /// Whether candidates from a place on may stand above some before it, or their number counts otherwise: those that
  /// stand alike are told apart by their identifiers, and names have to be known to be known.
  func mayStandAbove(_ place: Int) -> Bool {
    place == 0 || place < nameEnd || candidates[place].level == candidates[place - 1].level
  }

  /// How many of some candidates have to be shown, the first ones, so that all that stand like the last one are among
  /// them.
  ///
  /// - Parameters:
  ///   - places: Their places, ascending.
  ///   - wanted: How many are wanted.
  ///   - last: The last one that is shown already.
  /// - Returns: The number.
  func shownCount(of places: [Int], _ wanted: Int, after last: Int?) -> Int {
    let wanted = max(0, wanted)
    guard wanted < places.count else { return places.count }
    guard let end = wanted > 0 ? places[wanted - 1] : last else { return 0 }
    let level = candidates[end].level
    return wanted + places.dropFirst(wanted).prefix { candidates[$0].level == level }.count
  }

  private static func slot(of hash: UInt64, in table: [UInt16]) -> Int {
    Int(truncatingIfNeeded: hash) & (table.count - 1)
  }
}
