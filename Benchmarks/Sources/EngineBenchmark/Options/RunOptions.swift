import FresnelPlatform

/// What a whole run measures, and where its data and its tools are.
struct RunOptions {
  /// The directory with the corpus that items are made of.
  let corpus: String
  /// The directory with the query files.
  let queries: String
  /// The directory with the peers' harness.
  let harness: String
  /// The directory that indexes and items are made in.
  let work: String
  /// The file that holds the figures of all phases that have run.
  let results: String
  /// How many times over the corpus is taken.
  let factor: Int
  /// How often each phase is run; the table shows medians.
  let repetitions: Int
  /// How many wanted items' keystrokes are asked; 0 asks all.
  let knownItemCount: Int
  /// The phases to run; `nil` runs all.
  let phases: Set<String>?
  /// The peers to run: all that are installed, or those named.
  let peers: PeerChoice
  /// Whether phases that have figures in the results are left out.
  let resumes: Bool
  /// Whether the figures of earlier runs are forgotten.
  let startsAnew: Bool
  /// Whether nothing is run and the results are printed.
  let onlyPrints: Bool
  /// How many threads of the store may analyse items while all of them are indexed.
  let threadCount: Int
  /// The size of our block cache in mebibytes; `nil` leaves it to the store.
  let cacheSize: Int?
  /// How many threads of the driver compute beside everything that is measured.
  let busyCount: Int
  /// Whether our phases run on an encrypted store too.
  let measuresEncrypted: Bool
  /// The interpreter that has the peers' modules.
  let python: String
  /// The interpreter that has Xapian's module.
  let xapianPython: String
  /// The archive that holds Lucene; `nil` leaves Lucene out.
  let luceneArchive: String?

  /// Which peers run.
  enum PeerChoice: Equatable {
    case installed
    case named([String])
  }

  static let usage = """
    usage: fresnel-bench [options]                 measures this engine and its peers, prints one table
           fresnel-bench phase NAME --store DIR    measures one phase of this engine in this process
           fresnel-bench keystroke-path --store DIR --queries DIR [--count N] [--letters N]
                                                   asks keystrokes only, for counting instructions
           fresnel-bench known-path --store DIR --texts FILE [--rounds N]
                                                   asks keystrokes of who chose things, for the same
           fresnel-bench slowest-queries --store DIR --queries DIR [--count N]
                                                   shows the slowest queries of each workload
           fresnel-bench relevance [options]       measures what is found for typed text; relevance --help
           fresnel-bench pages [--pages FILE] [--reps N] [--python FILE | --alone]
                                                   reads real pages, and has extruct read them

      --factor N        The corpus N times over, copies changed a little. Default: 1.
      --reps N          How often each phase runs; the table shows medians. Default: 3.
      --known-items N   Wanted items whose keystrokes are asked, 0 for all. Default: 150.
      --only PHASES     build, query, patterns, lists, cold, durable, burst, sustained, oneitem,
                        update, contended, apps, allocations, instructions. Default: all.
      --peers NAMES     Names with commas between, or none. Default: all that are installed.
      --quick           One repetition, 30 wanted items, only the peers that index fast, no
                        instructions counted.
      --resume          Leaves out phases of which the results hold the figures of all engines.
      --print           Runs nothing and prints the results.
      --threads N       Threads of the store that analyse items, beside the caller's. Default: 1.
      --cache MB        The size of our block cache. Default: the store's own, 32.
      --busy N          Has N threads compute beside all engines; the figures are kept apart, in
                        results-busy-N.json. Default: 0.
      --encrypted       Measures our phases twice: on a plain and on an encrypted store.

    Places, with the variables that set them and what they are otherwise:
      --corpus DIR          FRESNEL_BENCH_CORPUS         ../shared/testdata/corpus
      --queries DIR         FRESNEL_BENCH_QUERIES        ../shared/bench/queries
      --harness DIR         FRESNEL_BENCH_HARNESS        ../shared/bench/peers
      --work DIR            FRESNEL_BENCH_WORK           .build/bench
      --results FILE                                     results.json in the work directory
      --python FILE         FRESNEL_BENCH_PYTHON         what Benchmarks/Peers/install.sh made, or python3
      --xapian-python FILE  FRESNEL_BENCH_XAPIAN_PYTHON  /usr/bin/python3
      --lucene-jar FILE     FRESNEL_BENCH_LUCENE_JAR     what Benchmarks/Peers/install.sh unpacked

    Options of a phase: --items FILE, --queries DIR, --patterns FILE, --known-items N, --limit N,
    --threads N, --seconds N, --cache MB, --encrypted. Documentation/Performance.md says what the phases measure.
    """

  init(_ arguments: some Sequence<String>) throws {
    let options = try OptionReader(
      arguments,
      valued: [
        "--factor", "--reps", "--known-items", "--only", "--peers", "--threads", "--corpus",
        "--queries", "--harness", "--work", "--results", "--python", "--xapian-python",
        "--lucene-jar", "--cache", "--busy",
      ],
      bare: ["--quick", "--resume", "--print", "--encrypted"])
    func place(_ option: String, _ variable: String) -> String? {
      options[option] ?? Environment["FRESNEL_BENCH_" + variable]
    }
    let isQuick = options.has("--quick")
    corpus = Self.absolute(place("--corpus", "CORPUS") ?? "../shared/testdata/corpus")
    queries = Self.absolute(place("--queries", "QUERIES") ?? "../shared/bench/queries")
    harness = Self.absolute(place("--harness", "HARNESS") ?? "../shared/bench/peers")
    work = Self.absolute(place("--work", "WORK") ?? ".build/bench")
    busyCount = max(0, try options.number("--busy") ?? 0)
    let name = busyCount == 0 ? "results.json" : "results-busy-\(busyCount).json"
    results = Self.absolute(options["--results"] ?? work + "/" + name)
    factor = max(1, try options.number("--factor") ?? 1)
    repetitions = max(1, try options.number("--reps") ?? (isQuick ? 1 : 3))
    knownItemCount = try options.number("--known-items") ?? (isQuick ? 30 : 150)
    threadCount = max(1, try options.number("--threads") ?? 1)
    cacheSize = try options.number("--cache")
    measuresEncrypted = options.has("--encrypted")
    phases =
      options.list("--only").map { Set($0) }
      ?? (isQuick ? Set(Phase.allCases.map(\.rawValue)).subtracting(["instructions"]) : nil)
    switch options["--peers"] {
    case "none"?: peers = .named([])
    case _?: peers = .named(options.list("--peers") ?? [])
    case nil: peers = isQuick ? .named(["tantivy", "lucene"]) : .installed
    }
    resumes = options.has("--resume")
    startsAnew = !resumes && options["--only"] == nil
    onlyPrints = options.has("--print")
    // Where Benchmarks/Peers/install.sh puts them.
    let installed = Self.absolute(".build/bench/peers")
    func found(_ path: String) -> String? { FileSystem.exists(path) ? path : nil }
    python = place("--python", "PYTHON") ?? found(installed + "/python/bin/python") ?? "python3"
    xapianPython = place("--xapian-python", "XAPIAN_PYTHON") ?? "/usr/bin/python3"
    luceneArchive =
      place("--lucene-jar", "LUCENE_JAR").map(Self.absolute) ?? found(installed + "/lucene.jar")
    if let unknown = phases?.first(where: { Phase(rawValue: $0) == nil }) {
      throw BenchmarkFailure("\(unknown) is no phase; --help lists them.")
    }
  }

  /// The name of the factor in the results.
  var tag: String { Self.tag(factor: factor) }

  /// The name of a factor in the results.
  static func tag(factor: Int) -> String { "x\(factor)" }

  /// Whether a phase was asked for.
  func wants(_ phase: Phase) -> Bool { phases?.contains(phase.rawValue) ?? true }

  /// Programs started later look from other directories.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
  }
}
