internal import CommandKit
internal import FresnelModel

/// How many of some things are gone, and which of those that were named were not there: what `fresnel history delete` and
/// `fresnel history forget` tell.
struct DeletionReport {
  /// What one of them is called, such as a place.
  private let noun: String
  /// What was done to them, such as deleted, which is also the name of the number in JSON.
  private let participle: String
  private let asJSON: Bool
  private let context: CommandContext

  /// Names what is told of.
  init(of noun: String, _ participle: String, asJSON: Bool, in context: CommandContext) {
    self.noun = noun
    self.participle = participle
    self.asJSON = asJSON
    self.context = context
  }

  /// Writes the number, and in JSON the names that were not there.
  func write(_ count: UInt64, missing: [String]) {
    guard asJSON else {
      return context.console.writeLine("\(counted(Int(clamping: count), noun)) \(participle)")
    }
    context.console.writeLine(
      JSONValue.object([
        JSONMember(participle, .integer(Int64(clamping: count))),
        JSONMember("missing", .array(missing.map { .string($0) })),
      ]).printed())
  }

  /// Part of a sentence that says whose things are meant; empty where those of all apps are.
  static func owner(_ app: String?) -> String {
    app.map { " of \(withoutControls($0))" } ?? ""
  }
}
