internal import CommandKit
internal import FresnelModel
internal import SpotlightClient

/// `fresnel devices list`: the devices that are paired with this one.
struct ListDevices: BareCommand {
  static let definition = CommandDefinition(
    name: "devices list", summary: "List the devices that are paired with this one",
    discussion: """
      Each line is a device: its name, the beginning of its identifier, whether it is connected, and where it \
      is reached. The exit status is 1 when there is none.
      """,
    options: [SharedOptions.json.definition],
    examples: [
      Example("at a glance", "fresnel devices list"),
      Example("for a program", "fresnel devices list --json"),
    ])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let devices = try PairedDevice.all(over: connection)
    for device in devices {
      context.console.writeLine(
        asJSON ? device.report.printed() : Self.line(device, context.style))
    }
    if devices.isEmpty, !asJSON {
      context.console.writeError("no device is paired; begin with fresnel devices pair\n")
    }
    return devices.isEmpty ? .incomplete : .success
  }

  private static func line(_ device: PairedDevice, _ style: Style) -> String {
    let seconds = device.report.count("lastSeen")
    let state =
      device.report.flag("connected")
      ? style.success("connected")
      : seconds == 0
        ? "never seen"
        : "last seen "
          + AttributeText.text(of: Timestamp(secondsSince1970: Double(seconds))).prefix(16)
          .replacing("T", with: " ")
    let addresses = device.report.list("addresses").compactMap { value in
      if case .string(let text) = value { withoutControls(text) } else { nil }
    }
    return "\(style.strong(device.name))  \(style.faint(String(device.id.prefix(8))))  \(state)"
      + (addresses.isEmpty ? "" : style.faint("  \(addresses.joined(separator: ", "))"))
  }
}

/// A paired device, as the daemon reports it.
struct PairedDevice {
  /// The report.
  let report: JSONValue
  /// The device's name, fit for a terminal.
  var name: String { report.text("name") }
  /// Its identifier.
  var id: String { report.text("id") }

  /// The shortest beginning of an identifier that names a device.
  private static let shortestBeginning = 4

  /// All devices.
  ///
  /// - Throws: ``CommandError``.
  static func all(over connection: ServiceConnection) throws(CommandError) -> [PairedDevice] {
    try connection.report(on: "devices.list").list("devices").map(PairedDevice.init)
  }

  /// The device that a word names: by its name, whatever the case, or the beginning of its identifier.
  ///
  /// - Throws: ``CommandError`` when there is none, or several.
  static func named(
    _ word: String, among devices: [PairedDevice]
  ) throws(CommandError) -> PairedDevice {
    let shown = withoutControls(word)
    let exact = devices.filter { $0.name.lowercased() == shown.lowercased() }
    let found =
      exact.isEmpty && word.count >= shortestBeginning
      ? devices.filter { $0.id.hasPrefix(word.lowercased()) } : exact
    if found.count == 1, let device = found.first { return device }
    if found.isEmpty {
      throw CommandError(
        .incomplete, "no device is called \"\(shown)\"",
        advice: devices.isEmpty
          ? "none is paired" : "there is \(devices.map(\.name).joined(separator: ", "))")
    }
    throw .usage(
      "\(found.count) devices are called \"\(shown)\"",
      advice: "use the identifier: \(found.map { String($0.id.prefix(8)) }.joined(separator: ", "))"
    )
  }
}
