import FresnelModel
import FresnelPlatform
import RankFigures

/// How good the order of hits is by what experts said of judged sets, beside that of other engines.
struct Judged {
  private let data: RelevanceData

  private static let sets = ["cranfield", "cacm", "npl"]
  /// How far behind the best peer no set may be.
  private static let tolerance = 0.01

  init(_ data: RelevanceData) {
    self.data = data
  }

  /// The figures of one engine: by set, and the mean.
  private struct Figures {
    let name: String
    let gains: [Double?]

    var mean: Double? {
      let known = gains.compactMap { $0 }
      return known.count == gains.count
        ? known.reduce(0, +) / Double(max(1, known.count)) : nil
    }

    var row: [String] { [name] + (gains + [mean]).map { RelevanceSection.share($0) } }
  }

  func run() throws -> RelevanceSection {
    var (gains, empty, count): ([Double?], Int, Int) = ([], 0, 0)
    for set in Self.sets {
      let queries = try queries(of: set)
      let store = try store(of: set)
      var sum = 0.0
      for query in queries {
        let answer = try store.ask(query.text + " ")
        sum += RankMeasures.gain(of: answer.identifiers, grades: query.grades) ?? 0
        if answer.identifiers.isEmpty { empty += 1 }
      }
      count += queries.count
      gains.append(queries.isEmpty ? nil : sum / Double(queries.count))
    }
    let own = Figures(name: "this engine", gains: gains)
    let (peers, missing) = try peers()
    return section(own, peers, missing, empty: empty, of: count)
  }

  private func section(
    _ own: Figures, _ peers: [Figures], _ missing: [String], empty: Int, of count: Int
  ) -> RelevanceSection {
    var section = RelevanceSection(
      "Judged sets",
      """
      The queries of three research collections are asked over a store of their documents each, as a person asks
      who is done with typing. They are whole questions, of which a document hardly ever has every word. The
      figure is nDCG@10 with the judgments of the collections, grades of one. Peers find documents that have any
      of the words and rank by BM25 or what they do by themselves; *stem* and *porter* cut words to their stems.
      This engine weighs words by how many documents have them, as for who sees the whole system.
      """)
    var table = TextTable(["engine"] + Self.sets + ["mean"])
    table.add(own.row)
    for peer in peers { table.add(peer.row) }
    section.add(table, of: "nDCG@10 of \(count) queries", seed: nil)
    section.add("This engine finds nothing for \(empty) of the \(count) queries.")
    if !missing.isEmpty {
      section.add("Not installed where this was measured: \(missing.joined(separator: ", ")).")
    }
    let best = peers.filter { $0.mean != nil }.max { ($0.mean ?? 0) < ($1.mean ?? 0) }
    guard let best, let mean = best.mean else { return section }
    section.compare(own.mean, with: mean, "Judged sets, mean beside \(best.name)")
    for (set, (gain, other)) in zip(Self.sets, zip(own.gains, best.gains)) {
      section.compare(gain, with: (other ?? 0) - Self.tolerance, "Judged set \(set)")
    }
    return section
  }

  // MARK: - Sets

  private func queries(of set: String) throws -> [(text: String, grades: [String: Int])] {
    let texts = try TabSeparatedFile.rows(
      try data.corpusFile("judged/\(set)/queries.tsv"), columns: 2)
    var grades: [String: [String: Int]] = [:]
    let judgments = try data.corpusFile("judged/\(set)/qrels.tsv")
    for row in try TabSeparatedFile.rows(judgments, columns: 3) {
      grades[row[0], default: [:]][row[1]] = Int(row[2]) ?? 0
    }
    // Those without a good document say nothing of an order.
    return texts.compactMap { row in
      grades[row[0]].flatMap { grades in
        grades.values.contains { $0 > 0 } ? (text: row[1], grades: grades) : nil
      }
    }
  }

  private func store(of set: String) throws -> AskedStore {
    let path = try data.corpusFile("judged/\(set)/docs.jsonl.gz")
    RelevanceProgress.say("Indexing \(set)")
    return try AskedStore(at: data.directory(set)) { add in
      var lines = LineReader(try InputReader(path: path))
      while let line = try lines.next() {
        guard case .bytes(let bytes) = line else { continue }
        let json = try JSONValue.parse(bytes)
        func text(_ name: String) -> String? {
          if case .string(let text)? = json[name], !text.isEmpty { return text }
          return nil
        }
        // What the harness gives the peers.
        let body = ["text", "keywords", "authors"].compactMap(text).joined(separator: " ")
        try add(
          BenchmarkItem(
            identifier: text("id") ?? "", title: text("title") ?? "", body: body, section: set,
            size: 0),
          "org.example.\(set)")
      }
    }
  }

  // MARK: - Peers

  /// The figures of the peers that could run, and the names of the others.
  private func peers() throws -> (figures: [Figures], missing: [String]) {
    let places = data.options.places
    let script = places.harness + "/bench_relevance.py"
    guard FileSystem.exists(script) else { return ([], ["all peers, whose harness is missing"]) }
    RelevanceProgress.say("Running the peers")
    let output = data.directory("peers.json")
    var arguments = [script, "--out", output, "--py-xapian", places.xapianPython, "--sets"]
    arguments += Self.sets.map { places.corpus + "/judged/" + $0 }
    if let archive = places.luceneArchive, let classes = try luceneClasses(archive) {
      arguments += ["--lucene-jar", archive, "--lucene-classes", classes]
    }
    var command = Command(places.python, arguments)
    (command.output, command.error) = (.null, .null)
    guard try command.run().isSuccess else { return ([], ["all peers, whose harness failed"]) }
    let json = try JSONValue.parse(try FileSystem.contents(of: output))
    var (figures, missing): ([Figures], [String]) = ([], [])
    for name in Self.peerNames {
      let gains = Self.sets.map { json[path: [$0, name, "ndcg10"]]?.number }
      if gains.contains(where: { $0 != nil }) {
        figures.append(Figures(name: name, gains: gains))
      } else {
        missing.append(name)
      }
    }
    return (figures, missing)
  }

  /// The names that the harness gives its peers.
  private static let peerNames = [
    "fts5 unicode61", "fts5 porter", "tantivy default", "tantivy en_stem", "xapian",
    "xapian english stem", "lucene standard", "lucene english",
  ]

  /// The directory of Lucene's part of the harness, compiled; `nil` where that is not possible here.
  private func luceneClasses(_ archive: String) throws -> String? {
    guard let compiler = Command.path(of: "javac") else { return nil }
    let classes = data.directory("lucene")
    try FileSystem.createDirectory(classes)
    let source = data.options.places.harness + "/LuceneRel.java"
    var command = Command(compiler, ["-cp", archive, "-d", classes, source])
    (command.output, command.error) = (.null, .null)
    return try command.run().isSuccess ? classes : nil
  }
}
