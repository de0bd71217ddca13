internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// What the index has for each word of a query, and what of it is one item's.
struct WordPostings {
  private let words: [WordExplanation]

  /// Asks the store of an item, and warns where its time was over before the end; nothing is known of what a daemon
  /// keeps.
  ///
  /// - Throws: `QueryError`.
  init(
    of item: EncodedItem, _ scope: IndexScope, in member: StoreSet.Member, _ query: Query,
    _ context: CommandContext
  ) throws {
    guard let store = member.library as? Store else {
      words = []
      return
    }
    let explained = try store.snapshot().explainWords(
      of: query, item: item.uniqueIdentifier, in: scope, context: context.queryContext,
      timeBudget: store.searchBudget)
    if explained == nil { context.warn(Self.slowSentence) }
    words = explained ?? []
  }

  /// What is said where the time was over before all postings were counted.
  private static let slowSentence =
    "the postings of the query's words could not be counted in time; ask for fewer words, or for longer ones"

  /// What to tell a person: a line for each word.
  var lines: [String] {
    words.map { word in
      let postings = WordPlace.allCases.compactMap { place in
        word.postingCounts[place].map { "\(formatted(count: $0)) \(Self.name(place))" }
      }
      let found =
        word.finding.map { finding in
          "\(counted(finding.points, "point")) for "
            + (finding.isWhole ? "the word itself " : "a longer word ") + Self.name(finding.place)
            + (finding.isProven ? "" : ", which had to be compared")
        } ?? "nothing in the item"
      return "\(withoutControls(word.word)): \(found); postings: "
        + (postings.isEmpty ? "none" : postings.joined(separator: ", "))
    }
  }

  /// What to tell a program.
  var members: [JSONMember] {
    if words.isEmpty { return [] }
    let values = words.map { word in
      var members = [
        JSONMember("word", .string(word.word)),
        JSONMember(
          "postings",
          .object(
            WordPlace.allCases.compactMap { place in
              word.postingCounts[place].map { JSONMember("\(place)", .integer(Int64($0))) }
            })),
      ]
      if let finding = word.finding {
        members += [
          JSONMember("place", .string("\(finding.place)")),
          JSONMember("points", .integer(Int64(finding.points))),
          JSONMember("isWhole", .boolean(finding.isWhole)),
          JSONMember("isProven", .boolean(finding.isProven)),
        ]
      }
      return JSONValue.object(members)
    }
    return [JSONMember("words", .array(values))]
  }

  private static func name(_ place: WordPlace) -> String {
    switch place {
    case .titleStart: "first in titles"
    case .titleRest: "later in titles"
    case .names: "in other names and keywords"
    case .attributes: "in other attributes"
    case .text: "in texts"
    case .named: "in attributes that must be named"
    case .anywhere: "anywhere in items that are not taken apart"
    }
  }
}
