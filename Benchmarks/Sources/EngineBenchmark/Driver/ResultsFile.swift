import FresnelModel
import FresnelPlatform

/// The figures of all phases that have run: by corpus size, engine and phase, a list of repetitions.
///
/// The peers' harness reads and writes the same file, so it is read anew whenever something ran.
struct ResultsFile {
  let path: String
  private(set) var json: JSONValue = .object([])

  /// Reads the file, where there is one.
  init(_ path: String) throws {
    self.path = path
    try reload()
  }

  /// Reads what another process may have written.
  mutating func reload() throws {
    guard FileSystem.exists(path) else { return }
    json = try JSONValue.parse(FileSystem.contents(of: path))
  }

  /// The repetitions of a phase that gave figures.
  func runs(_ tag: String, _ engine: String, _ phase: String) -> [JSONValue] {
    (json[path: [tag, engine, phase]]?.elements ?? []).filter { $0["error"] == nil }
  }

  /// Whether a phase gave figures.
  func has(_ tag: String, _ engine: String, _ phase: String) -> Bool {
    !runs(tag, engine, phase).isEmpty
  }

  /// The bytes of the titles and texts of all items.
  func textByteCount(_ tag: String) -> Double? {
    runs(tag, "corpus", "items").first?["text_bytes"]?.number
  }

  /// Keeps the repetitions of a phase and writes the file.
  mutating func set(
    _ tag: String, _ engine: String, _ phase: String, _ runs: [JSONValue]
  ) throws {
    try reload()
    var engines = json[tag] ?? .object([])
    var phases = engines[engine] ?? .object([])
    phases.set(phase, .array(runs))
    engines.set(engine, phases)
    json.set(tag, engines)
    try write()
  }

  /// Drops all figures of a corpus size and writes the file.
  mutating func forget(_ tag: String) throws {
    try reload()
    json.set(tag, .object([]))
    try write()
  }

  /// Drops the figures of some phases, of all engines, and writes the file.
  mutating func forget(_ tag: String, _ phases: [String]) throws {
    try reload()
    guard var engines = json[tag] else { return }
    for engine in engines.members {
      guard case .object(let members) = engine.value else { continue }
      engines.set(engine.name, .object(members.filter { !phases.contains($0.name) }))
    }
    json.set(tag, engines)
    try write()
  }

  private func write() throws {
    try FileSystem.write(Array(json.text(indented: true).utf8), to: path)
  }
}
