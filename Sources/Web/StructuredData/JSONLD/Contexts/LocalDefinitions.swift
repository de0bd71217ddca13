internal import WebDocuments

/// The definitions of a context while they are read: each may need others first.
final class LocalDefinitions {
  enum State {
    case begun
    case done
  }

  /// The definitions in the order of the document, each name once.
  let members: [LocatedJSON.Member]
  private let places: NamePlaces
  var states: [String: State] = [:]
  /// Whether they may not be changed later, unless they say otherwise.
  var areProtected = false
  /// Whether they may replace protected ones.
  let overridesProtected: Bool

  init(_ members: [LocatedJSON.Member], overridesProtected: Bool) {
    var places = NamePlaces()
    self.members = Self.unrepeated(members, &places)
    self.places = places
    self.overridesProtected = overridesProtected
  }

  /// The members of an object, of those of one name the last, which counts.
  static func unrepeated(
    _ members: [LocatedJSON.Member], _ places: inout NamePlaces
  ) -> [LocatedJSON.Member] {
    var kept: [LocatedJSON.Member]?
    for (index, member) in members.enumerated() {
      if let place = places[member.name] {
        if kept == nil { kept = Array(members[..<index]) }
        kept?[place] = member
      } else {
        places.append(member.name)
        kept?.append(member)
      }
    }
    return kept ?? members
  }

  subscript(name: String) -> LocatedJSON? {
    places[name].map { members[$0].value }
  }

  /// Whether a word is defined here and hasn't been read yet.
  func awaits(_ name: String) -> Bool {
    places[name] != nil && states[name] != .done
  }
}
