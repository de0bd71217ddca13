/// The types of activities that an app says it has.
struct DeclaredTypes: Equatable, Sendable {
  /// The types.
  var types: [String]
  /// Where they are declared, for messages.
  var source: String

  /// Those of this process's own manifest; `nil` when that has no list.
  static let ofProcess = ProgramManifest.ofProcess.flatMap { DeclaredTypes($0) }

  init(types: [String], source: String) {
    self.types = types
    self.source = source
  }

  /// Those of a manifest; `nil` when it has no list.
  init?(_ manifest: ProgramManifest) {
    guard let types = manifest.activityTypes else { return nil }
    self.init(types: types, source: manifest.path)
  }

  /// The types of what is delivered to every app: web pages, items, and searches to go on with, the last two by the
  /// names that Core Spotlight has for them.
  private static let common: Set<String> = [
    NSUserActivityTypeBrowsingWeb, "com.apple.corespotlightitem",
    "com.apple.corespotlightquerycontinuation",
  ]

  /// Why an activity of a type may not become current; `nil` when it may.
  func problem(with type: String) -> String? {
    guard !Self.common.contains(type), !types.contains(type) else { return nil }
    let declared = types.isEmpty ? "none" : types.sorted().joined(separator: ", ")
    return "does not become current: its type is not among NSUserActivityTypes of \(source), "
      + "which declares \(declared)"
  }
}
