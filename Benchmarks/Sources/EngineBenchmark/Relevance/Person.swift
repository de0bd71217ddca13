import RankFigures

/// How much of what a simulated person looks for comes first since they chose it before.
struct Person {
  private let data: RelevanceData

  private static let personCount = 4
  private static let otherCount = 100
  /// What the design promises: shares of the oracle, letters, losses, places.
  private static let leastShare = 0.9
  private static let leastShareInDrift = 0.8
  private static let (mostUntilFirst, mostUntilAmong) = (3.4, 2.5)
  private static let mostLoss = 0.005
  private static let (mostChoices, mostFall) = (2, 3)
  /// The choices after which shares of the oracle are compared.
  private static let comparedCount = 100

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// How a person types and what is noted of it.
  private struct Manner {
    let word: PersonRun.Word
    let noting: PersonRun.Noting
    var figures = PersonFigures()

    var name: String { "\(word.rawValue), noted \(noting.rawValue)" }
  }

  /// What checks of the last person gave.
  private struct Checked {
    var choices: [Int] = []
    var falls: [Int] = []
    var changedListCount = 0
    var listCount = 0
  }

  func run() throws -> RelevanceSection {
    let all = try PersonThings.all(in: try data.itemsFile())
    _ = try data.makeStore("person") { _ in true }
    let core = try AskedCore(at: data.directory("person"))
    var manners = PersonRun.Word.allCases.flatMap { word in
      PersonRun.Noting.allCases.map { Manner(word: word, noting: $0) }
    }
    var checked = Checked()
    let persons = (0..<Self.personCount).map { person in
      let seed = data.options.seed &+ UInt64(person)
      return (seed, PersonThings(of: all, otherCount: Self.otherCount, seed: seed))
    }
    // Ahead of the first choice of all: what one person leaves would be in the lists of the next, before and after.
    let lists = try persons.map { try PersonChecks(core: core, things: $0.1).lists() }
    for (person, (seed, things)) in persons.enumerated() {
      let checks = PersonChecks(core: core, things: things)
      for place in manners.indices {
        RelevanceProgress.say("Person \(person + 1), \(manners[place].name)")
        var run = PersonRun(
          core, things, manners[place].word, manners[place].noting, seed: seed)
        try run.run(&manners[place].figures)
        if person == 0, place == 0 {
          checked.falls = try checks.fallsBesideCrowd(run.opened.sorted())
        }
        try core.forgetChoices()
      }
      checked.choices += try checks.choicesUntilNewHabit()
      try core.forgetChoices()
      let after = try checks.lists()
      checked.listCount += after.count
      checked.changedListCount += zip(lists[person], after).count { $0 != $1 }
    }
    return section(manners, checked)
  }

  private func section(_ manners: [Manner], _ checked: Checked) -> RelevanceSection {
    var section = RelevanceSection("What a person chose before", Self.introduction)
    let labels = (1...PersonThings.letterCount).map { "\($0)" }
    func cells(_ means: LetterMeans) -> [String] {
      means.means.map { RelevanceSection.share($0) }
    }
    var all = TextTable(["all searches", "choices"] + labels, textColumnCount: 1)
    var repeated = TextTable(["repeated searches", "choices", "of"] + labels)
    for manner in manners {
      for count in PersonRun.checkpoints {
        if let ranks = manner.figures.all[count] {
          all.add([manner.name, "\(count)"] + cells(ranks.found))
        }
        guard count >= 10, let ranks = manner.figures.repeated[count] else { continue }
        add(ranks, to: &repeated, manner.name, "\(count)")
      }
      add(manner.figures.drift, to: &repeated, manner.name, "drift")
    }
    let drawn = "\(Self.personCount) persons, \(PersonRun.searchCount) searches each"
    let seed = data.options.seed
    section.add(all, of: "\(drawn), reciprocal rank after 1 to 4 letters", seed: seed)
    section.add(repeated, of: "\(drawn), of things opened before", seed: seed)
    var letters = TextTable(["known things", "letters until first", "until among three"])
    var new = TextTable(["first searches for new things"] + labels)
    for manner in manners {
      let (first, among) = (
        mean(manner.figures.lettersUntilFirst), mean(manner.figures.lettersUntilAmong)
      )
      letters.add([manner.name, Unit.fixed(first, 2), Unit.fixed(among, 2)])
      new.add(["\(manner.name), without memory"] + cells(manner.figures.newWithout))
      new.add(["\(manner.name), with memory"] + cells(manner.figures.newWith))
      compare(manner, first, among, in: &section)
    }
    section.add(letters, of: "After \(PersonRun.checkpoints.last ?? 0) choices", seed: seed)
    section.add(new, of: "Things that the person never opens", seed: seed)
    add(checked, to: &section)
    return section
  }

  private func add(
    _ ranks: PersonFigures.Ranks, to table: inout TextTable, _ name: String, _ count: String
  ) {
    table.add([name, count, "found"] + ranks.found.means.map { RelevanceSection.share($0) })
    table.add([name, count, "oracle"] + ranks.best.means.map { RelevanceSection.share($0) })
    table.add([name, count, "share"] + ranks.shares.map { RelevanceSection.share($0) })
  }

  /// Notes where a manner of typing is behind what the design promises.
  private func compare(
    _ manner: Manner, _ untilFirst: Double, _ untilAmong: Double,
    in section: inout RelevanceSection
  ) {
    let figures = manner.figures
    for (share, letters) in zip(figures.repeated[Self.comparedCount]?.shares ?? [], 1...) {
      section.compare(
        share, with: Self.leastShare,
        "Choices, share of the oracle, \(manner.name), \(letters) letters")
    }
    for (share, letters) in zip(figures.drift.shares, 1...) {
      section.compare(
        share, with: Self.leastShareInDrift,
        "Choices, share of the oracle in drift, \(manner.name), \(letters) letters")
    }
    for (without, with) in zip(figures.newWithout.means, figures.newWith.means) {
      guard let without, let with else { continue }
      section.compare(
        without - with, with: Self.mostLoss, isLeast: false,
        "Choices, what new things lose, \(manner.name)")
    }
    guard manner.noting == .asTyped, manner.word == .first else { return }
    section.compare(
      untilFirst, with: Self.mostUntilFirst, isLeast: false, "Choices, letters until first")
    section.compare(
      untilAmong, with: Self.mostUntilAmong, isLeast: false, "Choices, letters until among three")
  }

  private func add(_ checked: Checked, to section: inout RelevanceSection) {
    let (most, fall) = (checked.choices.max() ?? 0, checked.falls.max() ?? 0)
    section.add(
      """
      A new habit stands before an old one of ten choices after \(most) choices for one text at most, in the mean after
      \(Unit.fixed(mean(checked.choices), 2)). Beside an app of 1,000 items that are called as what the person types of
      ten things, known things fall by \(fall) places at most, and
      \(checked.falls.count { $0 > Self.mostFall }) of \(checked.falls.count) by more than \(Self.mostFall). Once everything
      is forgotten, \(checked.changedListCount) of \(checked.listCount) lists
      differ from those before the first choice, scores included.
      """)
    if most > Self.mostChoices { section.misses.append("Choices: a new habit takes \(most).") }
    if fall > Self.mostFall { section.misses.append("Choices: known things fall by \(fall).") }
    if checked.changedListCount > 0 {
      section.misses.append("Choices: \(checked.changedListCount) lists are not forgotten.")
    }
  }

  private func mean(_ numbers: [Int]) -> Double {
    numbers.isEmpty ? 0 : Double(numbers.reduce(0, +)) / Double(numbers.count)
  }

  private static let introduction = """
    A person has 300 items, drawn evenly, and wants the one of rank *r* as often as 1 / *r*. Of ten searches seven are
    for items opened before. They type the beginning of a word of the title that has four letters or more, and know
    nothing of an item but its title; the service is asked as a keystroke asks, whatever else of items it looks at. What
    they choose is noted by the service after the *whole* word, or *as typed*: after as many letters as it takes until
    the item is among three. An hour passes between choices. The *oracle* has the items opened before of which the person
    may type such a word, in the order in which they are wanted, and nothing above them. *Drift* is the 21st to the 60th
    choice after all ranks were drawn anew.
    """
}
