import FresnelPlatform
import RankFigures

/// How often a question put as people put it leads to an item that answers it.
struct Ideas {
  private let data: RelevanceData

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// A question, and the items one of which at least is wanted.
  struct Question {
    let text: String
    let wanted: [String]
  }

  /// The questions of a file of tab-separated lines.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The questions, in their order.
  /// - Throws: What reading throws.
  static func questions(_ path: String) throws -> [Question] {
    try TabSeparatedFile.rows(path, columns: 2).map {
      Question(text: $0[0], wanted: $0[1].split(separator: " ").map(String.init))
    }
  }

  func run() throws -> RelevanceSection {
    let questions = try Self.questions(data.options.questions)
    let store = try data.store()
    var section = RelevanceSection(
      "Questions in other words",
      """
      \(questions.count) questions were written by hand, each with the items of the corpus that answer it,
      without looking for what is found. A question counts if one of its items is among the first ten hits. They
      are asked as a person who is done with typing asks them, with a space behind, and while the last word
      grows.
      """)
    var table = TextTable([
      "asked", "questions", "in ten", "share in ten", "reciprocal rank", "nothing found",
    ])
    var missing: [String] = []
    for (name, end) in [("done", " "), ("growing", "")] {
      var (inTen, empty, ranks) = (0, 0, 0.0)
      for question in questions {
        let answer = try store.ask(question.text + end)
        let place = answer.place(of: question.wanted)
        ranks += RankMeasures.reciprocalRank(place)
        if answer.identifiers.isEmpty { empty += 1 }
        if place != nil { inTen += 1 } else if end == " " { missing.append(question.text) }
      }
      table.add([
        name, "\(questions.count)", "\(inTen)", RelevanceSection.share(inTen, of: questions.count),
        RelevanceSection.share(ranks / Double(max(1, questions.count))), "\(empty)",
      ])
    }
    section.add(table, of: "All questions of `Benchmarks/Relevance/ideas.tsv`", seed: nil)
    if !missing.isEmpty {
      let examples = missing.prefix(5).map { "*\($0)*" }.joined(separator: ", ")
      section.misses.append(
        "Questions in other words: \(missing.count) of \(questions.count) do not lead to an item that "
          + "answers them, as \(examples)."
      )
    }
    return section
  }
}
