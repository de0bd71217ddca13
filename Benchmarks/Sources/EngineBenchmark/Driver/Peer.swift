import FresnelPlatform

/// Another engine that is measured beside ours.
struct Peer {
  /// Its name in the harness.
  let name: String
  /// What must be there for it to run.
  let need: Need
  /// The phases that the peers' harness runs it through.
  let phases: Set<Phase>
  /// Whether the pattern searches of this package know it.
  var hasPatterns = false
  /// Whether it counts when the best of all peers is looked for; a variant that leaves out what the
  /// others do, such as ranking, does not.
  var isCompared = true

  /// Where an engine comes from.
  enum Need {
    /// A module of the interpreter for peers.
    case module(String)
    /// A module of the interpreter for Xapian.
    case xapian
    /// A library that the interpreter for peers can load.
    case library(String)
    /// The archive that holds Lucene, with Java.
    case lucene
  }

  private static let everything: Set<Phase> = [
    .build, .query, .cold, .durable, .oneitem, .update,
  ]

  /// All that can be measured, the fastest to index first.
  static let all: [Peer] = [
    Peer(name: "tantivy", need: .module("tantivy"), phases: everything, hasPatterns: true),
    Peer(name: "lucene", need: .lucene, phases: everything, hasPatterns: true),
    Peer(
      name: "fts5-prefix234", need: .module("sqlite3"), phases: everything, hasPatterns: true),
    // Without prefix indexes it writes faster, and is far too slow in searches to wait for.
    Peer(
      name: "fts5", need: .module("sqlite3"), phases: [.build, .cold, .durable, .oneitem, .update]),
    Peer(name: "fts5-trigram", need: .module("sqlite3"), phases: [], hasPatterns: true),
    Peer(
      name: "fts5-trigram-unranked", need: .module("sqlite3"), phases: [], hasPatterns: true,
      isCompared: false),
    Peer(
      name: "fts5-prefix234-unranked", need: .module("sqlite3"), phases: [.query],
      isCompared: false),
    Peer(name: "xapian", need: .xapian, phases: everything),
    Peer(name: "groonga", need: .library("libgroonga.so.0"), phases: everything),
  ]

  /// Whether the peer has figures of a phase.
  func measures(_ phase: Phase) -> Bool {
    phases.contains(phase) || (phase == .patterns && hasPatterns)
  }

  /// Whether the peer can run here.
  func isInstalled(_ options: RunOptions) -> Bool {
    switch need {
    case .module(let name): Self.runs(options.python, "import \(name)")
    case .xapian: Self.runs(options.xapianPython, "import xapian")
    case .library(let name):
      Self.runs(options.python, "import ctypes; ctypes.CDLL('\(name)')")
    case .lucene:
      options.luceneArchive.map(FileSystem.exists) ?? false
        && Command.path(of: "java") != nil && Command.path(of: "javac") != nil
    }
  }

  private static func runs(_ python: String, _ program: String) -> Bool {
    var command = Command(python, ["-c", program])
    (command.output, command.error) = (.null, .null)
    return (try? command.run().isSuccess) ?? false
  }
}
