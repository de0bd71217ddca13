internal import CommandKit
internal import Dispatch
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// `fresnel devices pair`: makes two devices of a person know each other.
struct PairDevice: Subcommand {
  static let definition = CommandDefinition(
    name: "devices pair", summary: "Pair this device with another one of yours",
    discussion: """
      Without CODE it shows a code, and waits until it was typed on the other device, two minutes at most. \
      With the CODE that the other device shows, it pairs this one with it. Both are to be on the same \
      network; where they do not find each other by themselves, ADDRESS says where the other one is, as it \
      shows it.

      Paired devices tell each other what you do in apps that support Handoff, so that you can go on with it \
      on the other one. Nobody else can read it. A code is good once, and nobody gets in by guessing it.
      """,
    operands: [
      OperandDefinition("CODE", "the six digits that the other device shows", count: .optional),
      OperandDefinition("ADDRESS", "where the other device is, as HOST:PORT", count: .optional),
    ],
    options: [SharedOptions.json.definition],
    examples: [
      Example("on the one device", "fresnel devices pair"),
      Example("then on the other one", "fresnel devices pair 427193"),
      Example("across networks", "fresnel devices pair 427193 192.168.1.5:28470"),
    ])

  private let code: String?
  private let address: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    // As it is shown, too: in two halves.
    code = arguments.operands.first.map { $0.filter { $0 != " " && $0 != "-" } }
    address = arguments.operands.dropFirst().first
    asJSON = try arguments(SharedOptions.json)
    if let code, code.utf8.count != 6 || !code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      throw .usage("\"\(withoutControls(code))\" is no code: it has six digits")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let report: JSONValue
    if let code {
      var details = [JSONMember("code", .string(code))]
      if let address { details.append(JSONMember("address", .string(address))) }
      report = try connection.report(on: "devices.pair", details)
    } else {
      let shown = try connection.report(on: "devices.show")
      show(shown, context)
      report = try wait(seconds: shown.count("seconds"), over: connection, context)
    }
    context.console.writeLine(asJSON ? report.printed() : "paired with \(report.text("name"))")
    return .success
  }

  /// Shows the code large enough to be read from the other device.
  private func show(_ report: JSONValue, _ context: CommandContext) {
    let console = context.console
    if asJSON {
      console.writeLine(report.printed())
    } else {
      let code = report.text("code")
      let halves = "\(code.prefix(3)) \(code.dropFirst(3))"
      console.writeLine("type this on the other device, in fresnel devices pair CODE:\n")
      console.writeLine(
        "    " + context.style.strong(halves.map(String.init).joined(separator: " ")))
      console.writeLine("")
      let addresses = report.list("addresses").compactMap { value in
        if case .string(let text) = value { withoutControls(text) } else { nil }
      }
      if let first = addresses.first {
        console.writeLine(
          "if it does not find this device: fresnel devices pair \(code) \(first)")
        if addresses.count > 1 {
          console.writeLine("  or \(addresses.dropFirst().joined(separator: ", "))")
        }
      }
    }
    // Somebody is to read it while this waits.
    console.flush()
  }

  /// Waits until the other device is paired, and counts down where a person watches.
  private func wait(
    seconds: Int, over connection: ServiceConnection, _ context: CommandContext
  ) throws(CommandError) -> JSONValue {
    let result = Mutex<Result<JSONValue, CommandError>?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    let isWatched = context.console.errorIsTerminal && !asJSON
    let queue = DispatchQueue(label: "org.fresnel.pairing")
    queue.async {
      let outcome: Result<JSONValue, CommandError>
      do throws(CommandError) {
        outcome = .success(try connection.report(on: "devices.await"))
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
      isThere.signal()
    }
    if isWatched {
      var rest = seconds
      while rest > 0 {
        context.console.writeError("\rwaiting, \(rest) s left\u{1B}[K")
        if isThere.wait(timeout: .now() + 1) == .success { break }
        rest -= 1
      }
      context.console.writeError("\r\u{1B}[K")
      if rest == 0 { isThere.wait() }
    } else {
      isThere.wait()
    }
    guard let outcome = result.withLock({ $0 }) else {
      throw CommandError(.store, "the daemon did not say what became of the code")
    }
    return try outcome.get()
  }
}
