import CommandKit
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SearchSurface
import SpotlightWire
import Testing

@testable import FresnelCommands

/// Opens items with hostile addresses where no daemon is: by the command, in the interactive search, and as an action.
@Suite("Hostile addresses without a daemon", .serialized)
struct HostileAddressTests {
  /// Runs a body with a desktop, and a store that has an item named `item N` for each address.
  private func withDesktop(
    _ body: (borrowing HostileDesktop, [HostileAddress], [String: String]) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (data, configuration) = (directory + "/data", directory + "/config")
      let desktop = try HostileDesktop(in: directory, data: data, configuration: configuration)
      let environment = [
        "PATH": desktop.path, "HOME": directory, "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": configuration,
        "XDG_STATE_HOME": directory + "/state", "XDG_DATA_DIRS": directory + "/share",
        "XDG_CONFIG_DIRS": directory + "/none", "XDG_RUNTIME_DIR": directory + "/run",
      ]
      let addresses = desktop.addresses
      let lines = addresses.enumerated().map { place, address in
        JSONValue.object([
          JSONMember("id", .string("item-\(place)")),
          JSONMember("title", .string("item \(place)x")),
          JSONMember("url", .string(address.url)),
        ]).text(indented: false)
      }
      let file = directory + "/items.jsonl"
      try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: file)
      var command = Command(try Self.program(), ["index", file, "--app", "strangers"])
      command.environment = environment
      command.output = .null
      // An address that is no URL at all is left out, which the command says.
      #expect(try command.run() == .exited(1))
      try body(desktop, addresses, environment)
    }
  }

  private static func program() throws -> String {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    return FileSystem.parent(of: tests) + "/fresnel"
  }

  @Test("fresnel open runs the one program that may, with the whole address, or none and says why")
  func openCommand() throws {
    try withDesktop { desktop, addresses, environment throws in
      for (place, address) in addresses.enumerated() {
        var command = Command(
          "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try Self.program(), "open", "item-\(place)"])
        command.environment = environment
        let (ending, output) = try command.capture()
        let text = String(decoding: output, as: UTF8.self)
        if let words = address.words {
          #expect(ending == .exited(0), "\(address.url.prefix(80)): \(text)")
          // What an address before started, if it should not have, would be here.
          let started = try desktop.next()
          #expect(started == words)
        } else {
          #expect(ending == .exited(1), "\(address.url.prefix(80)): \(text)")
          #expect(text.hasPrefix("fresnel: "), "\(text)")
          #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
        }
      }
    }
  }

  @Test("Enter in the interactive search does the same")
  func interactiveSearch() throws {
    try withDesktop { desktop, addresses, environment throws in
      let (started, status) = try desktop.openAll(
        with: Self.program(), environment: environment)
      #expect(started == addresses.compactMap(\.words))
      #expect(status == 130)
    }
  }

  @Test("Actions on an item, and an item of an app that nobody registered, go by the same plans")
  func actions() throws {
    try withDesktop { desktop, addresses, environment throws in
      let context = CommandContext(
        tool: FresnelTool.tool, console: .silent, environment: environment,
        directories: BaseDirectories(environment: environment, home: environment["HOME"] ?? "/"))
      let opener = LocalOpener(context)
      for address in addresses {
        for app in [nil, "org.example.Stranger", "unregistered:/tmp/evil"] as [String?] {
          let steps = try? opener.steps(to: .url(address.url, app: app))
          guard let words = address.words else {
            #expect(steps == nil, "\(address.url.prefix(80))")
            continue
          }
          guard case .start(let program)? = steps?.first else {
            Issue.record("\(address.url.prefix(80)) is not opened")
            continue
          }
          let started = [FileSystem.lastComponent(of: program.words[0])] + program.words.dropFirst()
          #expect(started == words)
        }
      }
    }
  }
}
