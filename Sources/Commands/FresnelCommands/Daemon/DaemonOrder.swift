internal import CommandKit
internal import FresnelModel
internal import SpotlightClient

/// A command that gives the daemon the order of its name, and prints what it reports.
protocol DaemonOrder: Subcommand {
  /// Whether the report is printed as it came.
  var asJSON: Bool { get }
  /// What goes with the order.
  var details: [JSONMember] { get }

  /// The report in words.
  func lines(of report: JSONValue, _ style: Style) -> [String]

  /// What is wrong with what was done, according to the report; `nil` when nothing is.
  func complaint(about report: JSONValue) -> String?
}

extension DaemonOrder {
  var details: [JSONMember] { [] }

  func complaint(about report: JSONValue) -> String? { nil }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let report = try connection.report(on: Self.definition.name, details)
    for line in asJSON ? [report.printed()] : lines(of: report, context.style) {
      context.console.writeLine(line)
    }
    guard let complaint = complaint(about: report) else { return .success }
    context.warn(complaint)
    return .incomplete
  }
}
