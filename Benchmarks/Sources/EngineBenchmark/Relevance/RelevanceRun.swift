import FresnelPlatform

/// Runs the programs that measure relevance, and writes the page.
struct RelevanceRun {
  let options: RelevanceOptions

  func run() throws {
    let data = RelevanceData(options: options)
    try FileSystem.createDirectory(options.places.work + "/relevance")
    var sections: [RelevanceSection] = []
    for program in options.programs {
      RelevanceProgress.say("Running \(program.rawValue)")
      do {
        sections.append(try section(of: program, data))
      } catch let gap as RelevanceGap {
        sections.append(
          RelevanceSection(
            "`\(program.rawValue)`", "This was not measured, since \(gap.description)."))
      }
    }
    if options.isWhole {
      try FileSystem.write(Array(page(sections).utf8), to: options.page)
      print("The figures are in \(options.page).")
    } else {
      print(sections.map(\.text).joined(separator: "\n") + Self.missed(sections))
    }
  }

  private func section(
    of program: RelevanceProgram, _ data: RelevanceData
  ) throws -> RelevanceSection {
    switch program {
    case .known: try Known(data).run()
    case .typo: try Typo(data).run()
    case .falseCorrections: try FalseCorrections(data).run()
    case .spelling: try Spelling(data).run()
    case .judged: try Judged(data).run()
    case .ideas: try Ideas(data).run()
    case .scripts: try Scripts(data).run()
    case .latency: try AskLatency(data).run()
    case .suggestions: try SuggestionLatency(data).run()
    case .person: try Person(data).run()
    case .choices: try ChoiceCosts(data).run()
    }
  }

  private func page(_ sections: [RelevanceSection]) -> String {
    ([Self.introduction + Self.missed(sections), Self.method] + sections.map(\.text))
      .joined(separator: "\n")
  }

  private static func missed(_ sections: [RelevanceSection]) -> String {
    let misses = sections.flatMap(\.misses)
    return misses.isEmpty
      ? "\nNo aim is missed.\n"
      : "\n## Aims that are missed\n\n" + misses.map { "- \($0)\n" }.joined()
  }

  private static let introduction = """
    # Relevance

    This page says how often what a person means is among what is found for typed text, with and without typing errors.
    You need it when you change how text is read, matched, ranked or corrected: `make bench-relevance` writes it anew.

    """

  private static var method: String {
    """
    ## How it is measured

    Every program asks the function that answers typed text where `fresnel search` looks through a store itself: all
    readings of the [ladder](design/user-queries.md), ten hits, each kind of item an app of its own. The items are the
    116,433 of [Performance](Performance.md). Samples are drawn by the seed that stands at each table, so the same
    program and data give the same figures, times aside. Load is the mean number of programs that wanted a core in the
    minute before. Options go into `RELEVANCE`:

        make bench-relevance                                    # all programs, and this page
        make bench-relevance RELEVANCE="--only known,typo"      # prints the tables of two
        make bench-relevance RELEVANCE="--seed 7 --items 500"   # another sample, a smaller one

    \(MachineFacts())

    """
  }
}
