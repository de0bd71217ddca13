internal import WebDocuments

/// The definitions of a context while they are read: each may need others first.
final class LocalDefinitions {
  enum State {
    case begun
    case done
  }

  /// The definitions in the order of the document, each name once.
  let members: [LocatedJSON.Member]
  private let places: [String: Int]
  var states: [String: State] = [:]
  /// Whether they may not be changed later, unless they say otherwise.
  var areProtected = false
  /// Whether they may replace protected ones.
  let overridesProtected: Bool

  init(_ members: [LocatedJSON.Member], overridesProtected: Bool) {
    // Of repeated names the last one counts.
    var places: [String: Int] = [:]
    var kept: [LocatedJSON.Member] = []
    for member in members {
      if let place = places[member.name] {
        kept[place] = member
      } else {
        places[member.name] = kept.count
        kept.append(member)
      }
    }
    self.members = kept
    self.places = places
    self.overridesProtected = overridesProtected
  }

  subscript(name: String) -> LocatedJSON? {
    places[name].map { members[$0].value }
  }

  /// Whether a word is defined here and hasn't been read yet.
  func awaits(_ name: String) -> Bool {
    places[name] != nil && states[name] != .done
  }
}
