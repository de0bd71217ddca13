internal import CloudService
internal import CommandKit
internal import FresnelModel
internal import PublicIndex

/// Tells what a service does, for people or for programs: a line for each thing.
struct ServeReport: Sendable {
  private let console: Console
  private let asJSON: Bool
  /// Whether it tells of requests too.
  let logsRequests: Bool

  init(on console: Console, asJSON: Bool, logsRequests: Bool) {
    self.console = console
    self.asJSON = asJSON
    self.logsRequests = logsRequests
  }

  /// The service listens.
  func listens(at url: String) {
    tell("listening at \(url)", [("event", .string("listening")), ("url", .string(url))])
  }

  /// There is an index, or what there is has changed, or it can't be read.
  func found(_ index: ServedIndex.State) {
    if let problem = index.problem {
      tell(problem, [("event", .string("index")), ("problem", .string(problem))])
    } else {
      tell(
        "\(index.pageCount) \(index.pageCount == 1 ? "page" : "pages") to be found",
        [
          ("event", .string("index")), ("pages", .integer(Int64(index.pageCount))),
          ("generation", .integer(Int64(index.generation))),
        ])
    }
  }

  /// A file of the index is damaged.
  func found(_ damage: IndexExamination.Damage) {
    tell(
      "\(damage.file) is damaged, so that answers may lack pages; start fresnel-cloud crawl anew, which writes what is "
        + "damaged. \(damage.explanation)",
      [
        ("event", .string("damaged")), ("file", .string(damage.file)),
        ("problem", .string(damage.explanation)),
      ])
  }

  /// A request was answered.
  func answered(_ event: CloudService.Event) {
    guard logsRequests else { return }
    let milliseconds = (event.seconds * 100_000).rounded() / 100
    tell(
      "\(event.method) \(event.route) \(event.status) \(milliseconds) ms",
      [
        ("event", .string("request")), ("method", .string(event.method)),
        ("route", .string(event.route)), ("status", .integer(Int64(event.status))),
        ("ms", .double(milliseconds)),
      ])
  }

  /// The service ends.
  func ends() { tell("ending", [("event", .string("ending"))]) }

  private func tell(_ line: String, _ members: [(String, JSONValue)]) {
    console.writeLine(
      asJSON ? JSONValue.object(members.map { JSONMember($0.0, $0.1) }).printed() : line)
    // Who follows the log sees it now.
    console.flush()
  }
}
