import FresnelModel
import RankFigures
import SpotlightWire

/// What must hold of what a person knows, whoever else there is: habits change by two choices, an app moves nothing far,
/// and what is forgotten leaves no trace.
struct PersonChecks {
  let core: AskedCore
  let things: PersonThings

  /// A choice is made so often before another thing takes its place.
  private static let (oldHabit, mostChoices) = (10, 10)
  private static let pairCount = 10
  private static let app = "org.example.crowd"
  private static let crowdCount = 1000
  /// The texts that they are dealt to: each has more exact names than may stand first.
  private static let crowdedTextCount = 40
  /// The hits that are looked at beyond those of a screen.
  private static let listLength: UInt64 = 50

  /// How many choices for one text it took, each time, until a new habit stood before an old one.
  func choicesUntilNewHabit() throws -> [Int] {
    var byText: [String: [PersonThings.Thing]] = [:]
    for thing in things.own {
      byText[String(thing.typedWords[0].prefix(3)), default: []].append(thing)
    }
    let pairs = byText.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    return try pairs.prefix(Self.pairCount).map { text, things in
      let (old, new) = (things[0], things[1])
      for _ in 0..<Self.oldHabit { core.choose(old.identifier, of: old.app, after: text) }
      for count in 1...Self.mostChoices {
        core.choose(new.identifier, of: new.app, after: text)
        let hits = try core.ask(text).map(\.identifier)
        if let place = hits.firstIndex(of: new.identifier),
          place < hits.firstIndex(of: old.identifier) ?? .max
        {
          return count
        }
      }
      return Self.mostChoices + 1
    }
  }

  /// Puts a thousand items of an app, called as what the person types, and looks how known things stand then.
  ///
  /// - Parameter known: The things that the person knows, by their places.
  /// - Returns: By how many places each falls after each beginning.
  /// - Throws: ``BenchmarkFailure`` where the service refuses.
  func fallsBesideCrowd(_ known: [Int]) throws -> [Int] {
    let texts = known.flatMap { number in
      let thing = things.own[number]
      return (1...PersonThings.letterCount).map {
        (thing.identifier, String(thing.typedWords[0].prefix($0)))
      }
    }
    func places() throws -> [Int?] {
      try texts.map { try core.place(of: $0, after: $1, limit: Self.listLength) }
    }
    let before = try places()
    // Each of them is the title of some items, and the first word of that of as many.
    let crowded = texts.prefix(Self.crowdedTextCount)
    let items = try (0..<Self.crowdCount).map { number -> EncodedItem in
      let text = crowded[number / 2 % crowded.count].1
      let item = BenchmarkItem(
        identifier: "crowd:\(number)", title: number % 2 == 0 ? text : "\(text) \(number)",
        body: "", section: "", size: 0)
      return try EncodedItem(opening: try item.encoded())
    }
    try core.apply([.put(items)], of: Self.app)
    let after = try places()
    try core.apply([.deleteAll], of: Self.app)
    return zip(before, after).compactMap { before, after in
      before.map { max(0, (after ?? Int(Self.listLength)) - $0) }
    }
  }

  /// The lists of the beginnings of some words.
  func lists() throws -> [[AskedCore.Found]] {
    try things.own.prefix(100).flatMap { thing in
      try (1...PersonThings.letterCount).map { letters in
        try core.ask(String(thing.typedWords[0].prefix(letters)))
      }
    }
  }
}
