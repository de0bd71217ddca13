import FresnelLaunching
import FresnelPlatform
import Testing

@testable import VerifiedLinks

struct LinkHandlerTests {
  private let url = "https://example.com/"

  /// Runs a body with a desktop of its own that has some programs for links.
  private func withDesktop(
    _ list: String?, _ programs: [String: String], _ body: (LinkHandler, String) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let environment = [
        "XDG_DATA_HOME": "\(directory)/data", "XDG_CONFIG_HOME": "\(directory)/config",
        "XDG_STATE_HOME": "\(directory)/state", "XDG_DATA_DIRS": "\(directory)/system",
        "XDG_CONFIG_DIRS": "\(directory)/none",
      ]
      try FileSystem.createDirectory("\(directory)/data/applications")
      try FileSystem.createDirectory("\(directory)/config")
      for (name, exec) in programs {
        let entry = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\n"
        try FileSystem.write(
          Array(entry.utf8), to: "\(directory)/data/applications/\(name).desktop")
      }
      if let list {
        try FileSystem.write(Array(list.utf8), to: "\(directory)/config/mimeapps.list")
      }
      let base = BaseDirectories(environment: environment, home: directory)
      try body(LinkHandler(of: base, environment: environment), "\(directory)/config/mimeapps.list")
    }
  }

  private let list = """
    # mine
    [Added Associations]
    x-scheme-handler/https=other.desktop

    [Default Applications]
    text/plain=editor.desktop
    x-scheme-handler/http=web.desktop
    x-scheme-handler/https = web.desktop;other.desktop

    """

  @Test func registeringPutsItFirstAndUnregisteringPutsBackWhatWasThere() throws {
    try withDesktop(list, ["web": "cat %u", "other": "tac %u"]) { handler, path in
      #expect(!handler.isRegistered)
      try handler.register(program: "/opt/a b/$fresnel")
      try handler.register(program: "/opt/a b/$fresnel")
      #expect(handler.isRegistered)
      // The link goes on to the browser that had it.
      let browser = try handler.browser(for: url, hasTerminal: false)
      #expect(browser?.program.words == ["cat", url])
      #expect(try handler.unregister())
      #expect(!handler.isRegistered)
      let after = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(after == list.replacing(" = ", with: "="))
      #expect(try !handler.unregister())
    }
  }

  @Test func whatWasNotedAndCannotBeReadIsNotReplaced() throws {
    try withDesktop(list, ["web": "cat %u"]) { handler, path in
      let noted = "\(FileSystem.parent(of: FileSystem.parent(of: path)))/state/fresnel/links"
      try handler.register(program: "/opt/fresnel")
      let former = try FileSystem.contents(of: noted + "/handler.json")
      let registered = try FileSystem.contents(of: path)
      // A directory in its place is there, and cannot be read.
      try FileSystem.rename(noted + "/handler.json", to: noted + "/kept.json")
      try FileSystem.createDirectory(noted + "/handler.json")
      #expect(throws: SystemError.self) { try handler.register(program: "/opt/fresnel") }
      #expect(throws: SystemError.self) { try handler.unregister() }
      #expect(try FileSystem.contents(of: path) == registered)
      try FileSystem.removeTree(noted + "/handler.json")
      try FileSystem.rename(noted + "/kept.json", to: noted + "/handler.json")
      #expect(try FileSystem.contents(of: noted + "/handler.json") == former)
      #expect(try handler.unregister())
      let after = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(after == list.replacing(" = ", with: "="))
      // What makes no sense is kept aside.
      try FileSystem.write([0x7B], to: noted + "/handler.json")
      try handler.register(program: "/opt/fresnel")
      #expect(try FileSystem.contents(of: noted + "/handler.json.damaged-1") == [0x7B])
      #expect(handler.isRegistered)
    }
  }

  @Test func withoutAListOneIsMadeAndEmptiedAgain() throws {
    try withDesktop(nil, ["web": "cat %u"]) { handler, path in
      try handler.register(program: "/opt/fresnel")
      #expect(handler.isRegistered)
      try handler.unregister()
      let after = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(after == "[Default Applications]\n")
    }
  }

  @Test(arguments: [
    "fresnel open %u", "/usr/bin/fresnel open %u", "env A=b fresnel open %u", "xdg-open %u",
    "gio open %u", "not-installed-anywhere %u",
  ])
  func aLinkNeverComesBack(exec: String) throws {
    let list = "[Default Applications]\nx-scheme-handler/https=first.desktop;web.desktop\n"
    try withDesktop(list, ["first": exec, "web": "cat %u"]) { handler, _ in
      let browser = try handler.browser(for: url, hasTerminal: false)
      #expect(browser?.program.words == ["cat", url])
    }
  }

  @Test func aBrowserForTerminalsIsTakenWhereThereIsOne() throws {
    let list = "[Default Applications]\nx-scheme-handler/https=text.desktop;web.desktop\n"
    try withDesktop(list, ["text": "tac %u\nTerminal=true", "web": "cat %u"]) { handler, _ in
      let outside = try handler.browser(for: url, hasTerminal: false)
      #expect(outside?.program.words.first == "cat")
      let inside = try handler.browser(for: url, hasTerminal: true)
      #expect(inside?.program.words.first == "tac")
      #expect(inside?.needsTerminal == true)
    }
  }
}
