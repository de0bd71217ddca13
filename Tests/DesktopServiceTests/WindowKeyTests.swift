import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

@testable import DesktopService

@Suite("The key that shows the search window")
struct WindowKeyTests {
  /// An installation with a program that stands for `gsettings`.
  private func with(
    _ answers: [String: String], hasWindow: Bool = true,
    _ body: (String, [String: String]) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let window = hasWindow ? ["libexec/fresnel/fresnel-window-gtk"] : []
      let places = ["bin/fresnel-window"] + window
      for place in places {
        let path = "\(directory)/\(place)"
        try FileSystem.createDirectory(FileSystem.parent(of: path))
        try TestProgram.write(script: "", to: path)
      }
      var script = "case \"$1 $2 $3\" in\n"
      for (question, answer) in answers {
        script += "\"get org.gnome.settings-daemon.plugins.media-keys\(question)\") cat <<'END'\n"
        script += "\(answer)\nEND\n;;\n"
      }
      script += "*) exit 1;;\nesac"
      try FileSystem.createDirectory(directory + "/tools")
      try TestProgram.write(script: script, to: directory + "/tools/gsettings")
      let environment = [
        "PATH": directory + "/tools:/usr/bin:/bin", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
      ]
      try body(directory + "/bin", environment)
    }
  }

  @Test("A key that is bound is named, whatever else is bound")
  func bound() throws {
    try with([
      " custom-keybindings": "['/a/', '/b/', '/c/']",
      ".custom-keybinding:/a/ command": "'xterm -e fresnel-window'",
      ".custom-keybinding:/b/ command": "'/usr/local/bin/fresnel-window --toggle'",
      ".custom-keybinding:/b/ binding": "'<Super>slash'",
    ]) { bin, environment in
      let key = WindowKey(besides: bin, environment)
      #expect(key == .bound("<Super>slash") && key.sentence?.contains("<Super>slash") == true)
    }
  }

  @Test("Where no key is bound, what to bind is said")
  func unbound() throws {
    for list in ["@as []", "['/a/']"] {
      try with([
        " custom-keybindings": list, ".custom-keybinding:/a/ command": "'fresnel-window'",
        // Such an entry is what is left when a person takes the key away.
        ".custom-keybinding:/a/ binding": "''",
      ]) { bin, environment in
        let key = WindowKey(besides: bin, environment)
        #expect(key == .unbound(bin + "/fresnel-window"))
        #expect(key.sentence?.contains(bin + "/fresnel-window") == true)
      }
    }
  }

  @Test("Of another desktop nothing is known, and without a window there is nothing to say")
  func others() throws {
    try with([" custom-keybindings": "['/a/']"]) { bin, environment in
      let other = environment.merging(["XDG_CURRENT_DESKTOP": "KDE"]) { $1 }
      #expect(WindowKey(besides: bin, other) == .unknown(bin + "/fresnel-window"))
      #expect(WindowKey(besides: bin + "/none", environment).sentence == nil)
    }
    // Settings that cannot be read.
    try with([:]) { bin, environment in
      #expect(WindowKey(besides: bin, environment) == .unknown(bin + "/fresnel-window"))
    }
    try with([:], hasWindow: false) { bin, environment in
      #expect(WindowKey(besides: bin, environment) == .noWindow)
    }
  }

  @Test("Strings are read as they are written, and any text has some or none")
  func strings() {
    #expect(GSettings.strings(in: "['a', \"it's\", 'b\\'c', '']") == ["a", "it's", "b'c", ""])
    #expect(GSettings.strings(in: "@as []").isEmpty && GSettings.strings(in: "['open").isEmpty)
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<1000 {
      let bytes = (0..<20).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
      _ = GSettings.strings(in: String(decoding: bytes, as: UTF8.self))
    }
  }
}
