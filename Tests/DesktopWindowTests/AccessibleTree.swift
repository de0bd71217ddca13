import BusTestSupport
import FresnelBus
import FresnelPlatform
import WireTestSupport

/// The bus of screen readers (AT-SPI 2), read as one of them does.
struct AccessibleTree {
  private let connection: BusConnection

  private static let interface = "org.a11y.atspi.Accessible"
  private static let root = "/org/a11y/atspi/accessible/root"
  private static let launcher = "/usr/libexec/at-spi-bus-launcher"
  private static let patience = Duration.seconds(60)
  /// The window has far fewer parts.
  private static let mostParts = 2000

  /// Why there is no such bus on this machine; `nil` where there is.
  static let absence: String? =
    FileSystem.isExecutable(launcher)
    ? nil : "What a screen reader reads is not tried: at-spi2-core is not installed"

  /// A session's bus that starts the one of screen readers.
  static func bus(for daemon: DaemonProcess) throws -> PrivateBus {
    let services = daemon.directory + "/services"
    try FileSystem.createDirectory(services)
    let text = "[D-BUS Service]\nName=org.a11y.Bus\nExec=\(launcher)\n"
    try FileSystem.write(Array(text.utf8), to: services + "/org.a11y.Bus.service")
    // The launcher ends without the schemas of the system, and is not to change a person's settings.
    var environment = daemon.environment
    environment["XDG_DATA_DIRS"] = nil
    environment["GSETTINGS_BACKEND"] = "memory"
    return try PrivateBus(services: services, environment: environment)
  }

  /// Finds the bus of screen readers by that of the session.
  init(of session: BusConnection, on loop: EventLoop) throws {
    let reply = try session.callAndWait(
      BusCall(to: "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"),
      timeout: Self.patience)
    guard let address = reply.first?.text else {
      throw BusError(.noService, "The bus of screen readers has no address.")
    }
    connection = try BusConnection.open(.address(address), on: loop)
  }

  /// What is read of all parts of all windows: what each is called.
  func names() throws -> Set<String> {
    var names: Set<String> = []
    var waiting = [(name: "org.a11y.atspi.Registry", path: Self.root)]
    var count = 0
    while let part = waiting.popLast(), count < Self.mostParts {
      count += 1
      // A part may be gone by now.
      let name = try? connection.callAndWait(
        .property(of: part.name, part.path, Self.interface, "Name"), timeout: Self.patience)
      if let text = name?.first?.text ?? name?.first?.elements?.first?.text { names.insert(text) }
      let children = try? connection.callAndWait(
        BusCall(to: part.name, part.path, Self.interface, "GetChildren"), timeout: Self.patience)
      for child in children?.first?.elements ?? [] {
        guard let parts = child.elements, parts.count == 2, let name = parts[0].text,
          let path = parts[1].text
        else { continue }
        waiting.append((name, path))
      }
    }
    return names
  }
}
