internal import CommandKit
internal import FresnelModel
internal import SpotlightClient

/// `fresnel devices forget`: ends the pairing with devices.
struct ForgetDevices: Subcommand {
  static let definition = CommandDefinition(
    name: "devices forget", summary: "Forget devices that were paired with this one",
    discussion: """
      They are told nothing any more, and can neither offer nor pick up anything here. A device that is \
      connected forgets this one too.
      """,
    operands: [
      OperandDefinition(
        "DEVICE", "the name of a device, or the beginning of its identifier", count: .oneOrMore)
    ],
    options: [SharedOptions.json.definition],
    examples: [Example("a laptop that was lost", "fresnel devices forget laptop")])

  private let words: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    words = arguments.operands
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let devices = try PairedDevice.all(over: connection)
    // All are looked for before one is forgotten.
    let named = try words.map { try PairedDevice.named($0, among: devices) }
    for device in named {
      let report = try connection.report(
        on: "devices.forget", [JSONMember("id", .string(device.id))])
      context.console.writeLine(asJSON ? report.printed() : "\(device.name) is forgotten")
    }
    return .success
  }
}

/// `fresnel devices address`: says where a device is reached.
struct SetDeviceAddresses: Subcommand {
  static let definition = CommandDefinition(
    name: "devices address", summary: "Say where a device is reached",
    discussion: """
      Devices on one network find each other where Avahi runs. Elsewhere they call each other at these \
      addresses, the first one first. Without an address the device is looked for again.
      """,
    operands: [
      OperandDefinition("DEVICE", "the name of a device, or the beginning of its identifier"),
      OperandDefinition("HOST:PORT", "where it is reached", count: .any),
    ],
    options: [SharedOptions.json.definition],
    examples: [
      Example("a desktop at home", "fresnel devices address desktop desktop.example.org:28470"),
      Example("where it is found by itself", "fresnel devices address desktop"),
    ])

  private let device: String
  private let addresses: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    device = arguments.operands[0]
    addresses = Array(arguments.operands.dropFirst())
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let device = try PairedDevice.named(device, among: PairedDevice.all(over: connection))
    let report = try connection.report(
      on: "devices.address",
      [
        JSONMember("id", .string(device.id)),
        JSONMember("addresses", .array(addresses.map { .string($0) })),
      ])
    let place =
      addresses.isEmpty
      ? "looked for" : "called at \(addresses.map(withoutControls).joined(separator: ", "))"
    context.console.writeLine(asJSON ? report.printed() : "\(device.name) is \(place)")
    return .success
  }
}
