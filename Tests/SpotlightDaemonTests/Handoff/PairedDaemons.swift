import BusTestSupport
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// Two daemons on two addresses of this machine, paired by the command line of both as a person would.
final class PairedDaemons {
  let desk: DaemonProcess
  let laptop: DaemonProcess

  /// Starts the daemons. The app Recipes is installed on both.
  ///
  /// - Parameters:
  ///   - directory: Where all files are to be.
  ///   - mode: What the app on the desk does.
  ///   - isOnLaptop: Whether the app is on the laptop, too.
  ///   - deskOptions: Further options of the desk's daemon.
  ///   - laptopOptions: Further options of the laptop's daemon.
  ///   - laptopEntrance: What the laptop's daemon is started by.
  /// - Throws: That a daemon does not start.
  init(
    in directory: String, _ mode: String = "travel", isOnLaptop: Bool = true,
    deskOptions: [String] = [], laptopOptions: [String] = [], laptopEntrance: [String] = []
  ) throws {
    func daemon(
      _ name: String, _ address: String, _ options: [String], _ entrance: [String] = []
    ) throws -> DaemonProcess {
      let own = "\(directory)/\(name)"
      try FileSystem.createDirectory(own)
      return try DaemonProcess(
        in: own,
        options: [
          "--trust-claims", "--handoff-address", "\(address):0", "--handoff-name", name,
          "--no-avahi",
        ] + options, entrance: entrance)
    }
    desk = try daemon("desk", "127.0.0.2", deskOptions)
    laptop = try daemon("laptop", "127.0.0.3", laptopOptions, laptopEntrance)
    try RecipesApp.install(in: desk.directory, mode, desktop: "")
    if isOnLaptop { try RecipesApp.install(in: laptop.directory, "travel", desktop: "") }
    for device in [desk, laptop] { try device.start() }
  }

  /// Ends the daemons, and with them the apps.
  func end() {
    for device in [desk, laptop] { device.kill() }
  }

  /// Runs the command line on a device, and waits for it.
  @discardableResult
  func run(_ words: String..., on device: DaemonProcess) throws -> (status: Int32?, text: String) {
    var command = Command(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try TestProgram.path("fresnel")] + words)
    command.environment = device.environment
    let (ending, output) = try command.capture()
    let text = String(decoding: output, as: UTF8.self)
    if case .exited(let status) = ending { return (status, text) }
    return (nil, text)
  }

  /// Pairs the laptop with the desk.
  func pair() throws {
    let path = desk.directory + "/pairing"
    var showing = Command(
      "/bin/sh",
      [
        "-c", "exec \"$1\" devices pair --json >\"$2\" 2>&1", "sh",
        try TestProgram.path("fresnel"), path,
      ])
    showing.environment = desk.environment
    _ = try showing.startDetached()
    var shown: JSONValue?
    let isShown = TestProgram.wait {
      let bytes = (try? FileSystem.contents(of: path)) ?? []
      guard let end = bytes.firstIndex(of: 10) else { return false }
      shown = try? JSONValue.parse(Array(bytes[..<end]))
      return true
    }
    #expect(isShown)
    guard case .string(let code)? = shown?["code"],
      case .array(let addresses)? = shown?["addresses"],
      case .string(let address)? = addresses.first
    else { throw NothingHappened() }
    let (status, text) = try run("devices", "pair", code, address, on: laptop)
    #expect(status == 0 && text == "paired with desk\n", "\(text) \(desk.log) \(laptop.log)")
    let isKnown = TestProgram.wait {
      let bytes = (try? FileSystem.contents(of: path)) ?? []
      return String(decoding: bytes, as: UTF8.self).contains("laptop")
    }
    #expect(isKnown)
  }

  /// Opens the app on the desk, and with it a recipe.
  func cook() throws {
    let link = WireTarget.continuedSearch(app: RecipesApp.identifier)
    _ = try desk.client(.tool).launch(link, query: "soup")
  }

  /// What can be continued on the laptop, as the command line says it.
  func offered() throws -> String { try run("handoff", "list", on: laptop).text }

  /// Waits until something can be continued on the laptop.
  func waitForOffer() throws {
    let isThere = try TestProgram.wait {
      try offered().contains("Tomato soup  Recipes on desk")
    }
    let offers = try offered()
    #expect(isThere, "\(offers) \(desk.log) \(laptop.log)")
  }
}
