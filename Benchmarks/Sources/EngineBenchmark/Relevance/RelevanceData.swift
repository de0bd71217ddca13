import FresnelModel
import FresnelPlatform
import RankFigures

/// What several programs work with, made when it is first asked for.
final class RelevanceData {
  let options: RelevanceOptions
  private var madeStore: AskedStore?
  private var madeTexts: KnownTexts?

  init(options: RelevanceOptions) {
    self.options = options
  }

  /// The store of all items of the corpus, each kind of item an app of its own.
  func store() throws -> AskedStore {
    if let madeStore { return madeStore }
    let store = try makeStore("items") { _ in true }
    madeStore = store
    return store
  }

  /// A store of some of the items.
  ///
  /// - Parameters:
  ///   - name: The name of its directory.
  ///   - isIncluded: Whether it has an item.
  /// - Returns: The store.
  /// - Throws: What reading or storing throws.
  func makeStore(_ name: String, _ isIncluded: (BenchmarkItem) -> Bool) throws -> AskedStore {
    let path = try itemsFile()
    RelevanceProgress.say("Indexing \(path)")
    return try AskedStore(at: directory(name)) { add in
      var file = try ItemsFile(path)
      while let item = try file.next() {
        if isIncluded(item) { try add(item, Self.app(of: item.identifier)) }
      }
    }
  }

  /// The wanted items with what is typed on the way to them.
  func texts() throws -> KnownTexts {
    if let madeTexts { return madeTexts }
    var titles: [(identifier: String, words: TitleWords)] = []
    var file = try ItemsFile(try itemsFile())
    while let item = try file.next() {
      if let words = TitleWords(item.title) { titles.append((item.identifier, words)) }
    }
    let texts = KnownTexts(titles, count: options.itemCount, seed: options.seed)
    madeTexts = texts
    return texts
  }

  /// The directory of a store.
  func directory(_ name: String) -> String { "\(options.places.work)/relevance/\(name)" }

  /// A file of the corpus.
  ///
  /// - Parameter name: Its path in the corpus.
  /// - Returns: Its path.
  /// - Throws: ``RelevanceGap`` where there is none.
  func corpusFile(_ name: String) throws -> String {
    let path = options.places.corpus + "/" + name
    guard FileSystem.exists(path) else {
      throw RelevanceGap("the corpus has no \(name)")
    }
    return path
  }

  /// The kind of an item, which its identifier begins with.
  static func kind(of identifier: String) -> String {
    String(identifier.prefix { $0 != ":" })
  }

  /// The app that an item is of: each kind of item has one.
  static func app(of identifier: String) -> String { "org.example.\(kind(of: identifier))" }

  /// The file of all items, made where it is missing.
  func itemsFile() throws -> String {
    let data = BenchmarkData(options: options.places)
    if !FileSystem.exists(data.items) {
      guard FileSystem.isDirectory(options.places.corpus + "/items"),
        FileSystem.exists(options.places.harness + "/export_tsv.py")
      else { throw RelevanceGap("there is no corpus of items") }
      try FileSystem.createDirectory(options.places.work)
      try data.exportItems()
    }
    return data.items
  }
}

/// Why something is not measured here: data that do not come with the sources are missing.
struct RelevanceGap: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// What a person who waits for a run is told, and only a person.
enum RelevanceProgress {
  static func say(_ line: String) {
    guard Terminal.isTerminal(.standardError) else { return }
    // Nobody may be listening any more; the run goes on.
    try? FileDescriptor.standardError.write(line + "\n")
  }
}
