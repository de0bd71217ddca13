internal import CommandKit
internal import FresnelPlatform

/// `fresnel measure-typing`: types texts into the interactive search, without a terminal, and tells
/// how long each keystroke takes from the key to the frame that shows its results.
struct MeasureTyping: Subcommand {
  private static let pausing = Option.flag(
    "pausing", "Let each count end before the next key; else counts and searches overlap")

  static let definition = CommandDefinition(
    name: "measure-typing", summary: "Measure how long keystrokes take in the interactive search",
    operands: [
      OperandDefinition(
        "FILE", "lines whose last field after a tab is what has been typed", completion: .files)
    ],
    options: [pausing.definition, SharedOptions.store.definition], isHidden: true)

  private let file: String
  private let isPausing: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands[0]
    isPausing = try arguments(Self.pausing)
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let worker = try SearchWorker(opening: locations, context)
    var view = SearchView(
      screen: SearchScreen(size: ScreenSize(columns: 100, rows: 40)), worker: worker,
      usesColor: true)
    view.waitForResults()
    var times: [Int: [Double]] = [:]
    var lines = LineReader(try InputReader(path: file))
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        let typed = bytes.split(separator: UInt8(ascii: "\t")).last
      else { continue }
      let text = String(decoding: typed, as: UTF8.self)
      for key in [Key.end, .eraseLine] { _ = view.apply(key) }
      let start = MonotonicClock.nanoseconds
      _ = view.apply(.text(text))
      view.search()
      view.waitForResults()
      _ = view.draw()
      let milliseconds = Double(MonotonicClock.nanoseconds - start) / 1e6
      times[text.count, default: []].append(milliseconds)
      if isPausing { worker.waitForAll() }
    }
    worker.waitForAll()
    report(times, context.console)
    return .success
  }

  private func report(_ times: [Int: [Double]], _ console: Console) {
    console.writeLine("typed  keystrokes  p50 ms  p99 ms  max ms")
    let groups = times.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) }
    for (name, group) in groups + [("all", times.values.flatMap { $0 })] where !group.isEmpty {
      let sorted = group.sorted()
      let columns = [0.5, 0.99, 1].map { part in
        let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
        return Self.aligned(Self.text(of: sorted[max(0, rank)]), 8)
      }
      console.writeLine(
        Self.aligned(name, 5) + Self.aligned(String(sorted.count), 12) + columns.joined())
    }
  }

  private static func text(of milliseconds: Double) -> String {
    let hundredths = Int((milliseconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}
