import FresnelPlatform

/// What a run that measures relevance takes, and where its data are.
struct RelevanceOptions {
  /// Corpus, harness, interpreter and work directory, by the same rules as for all that is measured.
  let places: RunOptions
  /// The programs that run, in their order.
  let programs: [RelevanceProgram]
  /// What every sample is drawn by.
  let seed: UInt64
  /// How many wanted items are drawn.
  let itemCount: Int
  /// How many words are drawn of each list of words.
  let wordCount: Int
  /// The page that a run of all programs writes.
  let page: String
  /// The questions with the items that are wanted.
  let questions: String

  static let usage = """
    usage: fresnel-bench relevance [options]   measures what is found for typed text, and writes a page of it

      --only PROGRAMS  known, typo, false, spelling, judged, ideas, scripts, latency, suggestions, person,
                       choices, with commas between;
                       their tables are printed and no page is written. Default: all.
      --seed N         Draws the samples. Default: 20261129.
      --items N        Wanted items that are drawn. Default: 5000.
      --words N        Words that are drawn of each list. Default: 2000.
      --page FILE      Default: Documentation/Relevance.md.
      --questions FILE Default: Benchmarks/Relevance/ideas.tsv.

    Places are named as for all that is measured: --corpus, --harness, --work, --python, --xapian-python, --lucene-jar.
    """

  private static let ofPlaces = [
    "--corpus", "--harness", "--work", "--python", "--xapian-python", "--lucene-jar",
  ]

  /// Reads a command line.
  ///
  /// - Parameter arguments: The arguments behind the name of the command.
  /// - Throws: ``BenchmarkFailure`` for what is no option, or not what it takes.
  init(_ arguments: some Sequence<String>) throws {
    let options = try OptionReader(
      arguments,
      valued: Set(
        ["--only", "--seed", "--items", "--words", "--page", "--questions"] + Self.ofPlaces))
    places = try RunOptions(
      Self.ofPlaces.flatMap { name in options[name].map { [name, $0] } ?? [] })
    let named = try options.list("--only")?.map { name in
      guard let program = RelevanceProgram(rawValue: name) else {
        throw BenchmarkFailure("\(name) is no program; --help lists them.")
      }
      return program
    }
    programs = RelevanceProgram.allCases.filter { named?.contains($0) ?? true }
    seed = UInt64(try options.number("--seed") ?? 20_261_129)
    itemCount = max(1, try options.number("--items") ?? 5000)
    wordCount = max(1, try options.number("--words") ?? 2000)
    page = options["--page"] ?? "Documentation/Relevance.md"
    questions = options["--questions"] ?? "Benchmarks/Relevance/ideas.tsv"
  }

  /// Whether the run writes the page.
  var isWhole: Bool { programs.count == RelevanceProgram.allCases.count }
}

/// The programs that measure relevance, in the order of the page.
enum RelevanceProgram: String, CaseIterable {
  case known, typo
  case falseCorrections = "false"
  case spelling, judged, ideas, scripts, latency, suggestions, person, choices
}
