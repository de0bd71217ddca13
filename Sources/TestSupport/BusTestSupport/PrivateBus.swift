internal import FresnelPlatform
internal import Synchronization

/// A message bus of a test's own, which no other process knows.
package final class PrivateBus: Sendable {
  /// Where it is, for ``FresnelBus/BusConnection/Address/address(_:)``.
  package let address: String
  private let directory: String
  private let process: Int32
  private let isEnded = Atomic(false)

  /// Whether the program is installed.
  package static var isThere: Bool { Command.path(of: "dbus-daemon") != nil }

  /// Starts the bus and waits until it listens.
  ///
  /// - Parameters:
  ///   - services: The directory of the files that say which programs the bus starts; `nil` for none.
  ///   - environment: The environment of these programs; `nil` for that of the test.
  /// - Throws: ``SystemError`` when it does not start.
  package init(services: String? = nil, environment: [String: String]? = nil) throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-bus")
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(directory)/bus</listen>
        <auth>EXTERNAL</auth>
        \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    try FileSystem.write([UInt8](configuration.utf8), to: directory + "/configuration")
    // It goes into the background once it listens, and then says its number.
    var command = Command(
      "dbus-daemon",
      ["--config-file=\(directory)/configuration", "--fork", "--print-pid=1", "--nosyslog"])
    command.environment = environment
    let (ending, output) = try command.capture(maximumByteCount: 64)
    let number = String(decoding: output, as: UTF8.self).prefix { $0.isNumber }
    guard ending.isSuccess, let process = Int32(number) else {
      throw SystemError(.noProcess, call: "dbus-daemon", explanation: "dbus-daemon did not start.")
    }
    self.directory = directory
    self.process = process
    address = "unix:path=\(directory)/bus"
  }

  /// Ends the bus, as when the person's session ends.
  package func end() {
    // Once: the number may be another process's afterwards.
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    _ = try? Command("kill", ["\(process)"]).run()
  }

  deinit {
    end()
    try? FileSystem.removeTree(directory)
  }
}
