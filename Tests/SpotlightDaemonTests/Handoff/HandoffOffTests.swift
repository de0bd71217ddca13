import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What a daemon has to do with the network before the person pairs a device.
@Suite("Handoff before a device is paired", .serialized)
struct HandoffOffTests {
  /// The processes that a daemon has started, and itself.
  private func processes(of daemon: DaemonProcess) throws -> [Int32] {
    let main = try #require(daemon.processIdentifier)
    var found: [Int32] = []
    var left = [main]
    while let process = left.popLast() {
      found.append(process)
      for thread in (try? FileSystem.entries(of: "/proc/\(process)/task")) ?? [] {
        let children =
          (try? FileSystem.contents(of: "/proc/\(process)/task/\(thread)/children")) ?? []
        left += String(decoding: children, as: UTF8.self).split(separator: " ")
          .compactMap { Int32($0) }
      }
    }
    return found
  }

  private func commandLine(_ process: Int32) -> String {
    let bytes = (try? FileSystem.contents(of: "/proc/\(process)/cmdline")) ?? []
    return String(decoding: bytes.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// How many sockets of the network, of any kind, a process has open.
  private func socketCount(_ process: Int32) -> Int {
    var sockets: Set<String> = []
    for table in ["tcp", "tcp6", "udp", "udp6", "raw", "raw6", "packet"] {
      let bytes = (try? FileSystem.contents(of: "/proc/\(process)/net/\(table)")) ?? []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: " ")
        let place = table == "packet" ? 8 : 9
        if fields.count > place { sockets.insert("socket:[\(fields[place])]") }
      }
    }
    let descriptors = (try? FileSystem.entries(of: "/proc/\(process)/fd")) ?? []
    return descriptors.count { number in
      guard let target = linkTarget("/proc/\(process)/fd/\(number)") else { return false }
      return sockets.contains(target)
    }
  }

  private func linkTarget(_ path: String) -> String? {
    guard let output = try? Command("readlink", [path]).capture().output else { return nil }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  private func expectNothing(
    _ daemon: DaemonProcess, _ location: SourceLocation = #_sourceLocation
  ) throws {
    for process in try processes(of: daemon) {
      #expect(!commandLine(process).contains("--handoff "), sourceLocation: location)
      #expect(socketCount(process) == 0, sourceLocation: location)
    }
  }

  @Test(
    "No process is there for the network, nothing has a socket of it, and status says that it is off"
  )
  func off() throws {
    let options = ["--handoff-address", "127.0.5.3:0", "--no-avahi"]
    try RecipesApp.withDaemon("take", options: options) { daemon, _ in
      try expectNothing(daemon)
      // Something that could be handed over is current.
      let app = try daemon.client(claiming: RecipesApp.identifier)
      let summary = ActivitySummary(
        number: 1, type: "org.example.view", title: "Soup", flags: [.handoff])
      try app.send(Envelope(.currentChanged(summary)))
      // The daemon reads what one client sends in order.
      _ = try app.open()
      try expectNothing(daemon)
      for orders in [
        ["handoff", "list"], ["handoff", "on"], ["handoff", "list"], ["devices", "list"],
      ] {
        var command = Command(try TestProgram.path("fresnel"), orders)
        command.environment = daemon.environment
        (command.output, command.error) = (.null, .null)
        _ = try command.run()
        try expectNothing(daemon)
      }
      var status = Command(try TestProgram.path("fresnel"), ["status"])
      status.environment = daemon.environment
      let text = String(decoding: try status.capture().output, as: UTF8.self)
      #expect(text.contains("Handoff is off"), "\(text)")
      // The person asks for a code to be shown: then, and only as long as somebody waits, there is a process.
      do {
        let tool = try daemon.client(.tool)
        try tool.order("devices.show", "{}")
        let process = try #require(
          try processes(of: daemon).first { commandLine($0).contains("--handoff ") })
        #expect(socketCount(process) > 0)
        #expect(try socketCount(#require(daemon.processIdentifier)) == 0)
      }
      #expect(
        try TestProgram.wait {
          try processes(of: daemon).allSatisfy { !commandLine($0).contains("--handoff ") }
        })
      try expectNothing(daemon)
    }
  }
}
