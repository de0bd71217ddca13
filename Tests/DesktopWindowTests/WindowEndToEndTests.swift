import BusTestSupport
import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

@Suite(
  "The search window on a display", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: TestDisplay.absence == nil, "\(TestDisplay.absence ?? "")"))
struct WindowEndToEndTests {
  @Test("A call starts the window, the next ones hide and show the same; a second start ends")
  func toggle() throws {
    try WindowStage.with([]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      let owner = try #require(stage.owner)
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForNoWindow())
      let (ending, _) = try stage.run("fresnel-window-gtk")
      #expect(ending == .exited(0))
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      #expect(stage.owner == owner)
      try stage.display.press("Escape")
      #expect(try stage.display.waitForNoWindow())
    }
  }

  @Test("A bus that is older than the display starts the window there")
  func activated() throws {
    try WindowStage.with(["soup"], isActivated: true) { stage in
      #expect(stage.owner == nil)
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup", "Return")
      #expect(TestProgram.wait { stage.opened == ["soup"] }, "\(stage.opened)")
      // The field takes letters and Enter itself; the app is handed the time of the Enter all the same.
      #expect(stage.openingTimes.count == 1 && stage.openingTimes != [0], "\(stage.openingTimes)")
    }
  }

  @Test("Letters, ↓ and Enter open the second result in its app, and the window is gone")
  func opening() throws {
    try WindowStage.with(["soup", "soup bowl"]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup")
      try stage.display.press("Down", "Return")
      #expect(TestProgram.wait { stage.opened == ["soup bowl"] }, "\(stage.opened)")
      #expect(try stage.display.waitForNoWindow())
      // Letters that are typed on a row go to the field, and a row is opened by its number.
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("so")
      try stage.display.press("Down")
      try stage.display.type("up bo")
      try stage.display.press("ctrl+1")
      #expect(TestProgram.wait { stage.opened == ["soup bowl", "soup bowl"] }, "\(stage.opened)")
      #expect(try stage.display.waitForNoWindow())
      // A click on the first row, once it is there.
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup bowl")
      let isOpened = try TestProgram.wait {
        _ = try stage.display.xdotool("mousemove", "300", "90", "click", "1")
        return stage.opened.count == 3
      }
      #expect(isOpened && stage.opened.last == "soup bowl", "\(stage.opened)")
    }
  }

  @Test("Ctrl+Enter shows what can be done with a result, and copies its link from there")
  func actions() throws {
    let link = "https://example.org/tomato"
    try WindowStage.with([link]) { stage in
      try stage.put("soup", link: link)
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup")
      try stage.display.press("ctrl+Return")
      // Open, Open example.org, Copy Link. Of the results there is only one, so the digit does nothing before.
      let isTaken = try TestProgram.wait {
        try stage.display.press("ctrl+3")
        return try stage.display.window() == nil
      }
      #expect(isTaken && stage.opened.isEmpty)
      // What was copied is pasted, and opens what is called so.
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.press("ctrl+v")
      let isOpened = try TestProgram.wait {
        try stage.display.press("Return")
        return stage.opened == [link]
      }
      #expect(isOpened, "\(stage.opened)")
    }
  }

  @Test("Enter copies the answer to a sum, and opens nothing")
  func answers() throws {
    try WindowStage.with(["36"]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("12", "asterisk", "3", "Return")
      #expect(try stage.display.waitForNoWindow())
      #expect(stage.opened.isEmpty)
      // What was copied is pasted, and opens what is called so.
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.press("ctrl+v")
      let isOpened = try TestProgram.wait {
        try stage.display.press("Return")
        return stage.opened == ["36"]
      }
      #expect(isOpened, "\(stage.opened)")
    }
  }

  @Test("The page of settings is called for, and changes what fresnel settings tells")
  func settings() throws {
    try WindowStage.with([]) { stage in
      let (ending, output) = try stage.run("fresnel-window", ["--settings"])
      #expect(ending.isSuccess, "\(output)")
      #expect(try stage.display.waitForWindow())
      // The first one is whether choices order results.
      let isChanged = try TestProgram.wait {
        if try stage.run("fresnel", ["settings"]).1.contains("by the text alone") { return true }
        try stage.display.press("ctrl+1")
        return try stage.run("fresnel", ["settings"]).1.contains("by the text alone")
      }
      #expect(isChanged)
      #expect(try stage.display.window() != nil)
      // From the page to the field, and from there away.
      try stage.display.press("Escape", "Escape")
      #expect(try stage.display.waitForNoWindow())
    }
  }

  @Test(
    "A screen reader reads the rows, and what they say when they are filled anew",
    .enabled(if: AccessibleTree.absence == nil, "\(AccessibleTree.absence ?? "")"))
  func screenReader() throws {
    try WindowStage.with(["soup", "soup bowl"], isAccessible: true) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup")
      let tree = try stage.accessibleTree()
      #expect(
        try TestProgram.wait {
          try tree.names().isSuperset(of: [
            "Search", "Results", "soup, Recipes", "soup bowl, Recipes",
          ])
        })
      // The first row says something else by now.
      try stage.display.press("space")
      try stage.display.type("bo")
      #expect(
        try TestProgram.wait {
          let names = try tree.names()
          return names.contains("soup bowl, Recipes") && !names.contains("soup, Recipes")
        })
    }
  }

  @Test("A daemon that stands still holds no key up")
  func daemonStandsStill() throws {
    try WindowStage.with(["soup"]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("so")
      let daemon = try #require(stage.daemon.processIdentifier)
      Signal.stop.send(to: daemon)
      try stage.display.type("up")
      // The first takes the text away, the second the window.
      let isGone = try TestProgram.wait {
        try stage.display.press("Escape")
        return try stage.display.window() == nil
      }
      #expect(isGone)
    }
  }

  @Test("The window goes on with a daemon that began anew, also for what is typed already")
  func daemonAnew() throws {
    try WindowStage.with(["soup"]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("tomato")
      stage.daemon.kill()
      try stage.daemon.start()
      try stage.put(["tomato salad"])
      // Nothing more is typed: the list is asked for again, and Enter opens once something is there.
      let isOpened = try TestProgram.wait {
        try stage.display.press("Return")
        return stage.opened == ["tomato salad"]
      }
      #expect(isOpened, "\(stage.opened)")
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      try stage.display.type("soup")
      try stage.display.press("Return")
      #expect(TestProgram.wait { stage.opened.last == "soup" }, "\(stage.opened)")
    }
  }

  @Test("Thirty keys a second and Enter at once: what is opened is what was typed")
  func fast() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let names = ["tomato", "tomorrow", "toast", "tonic water", "potato", "pumpkin"]
    try WindowStage.with(names) { stage in
      var expected: [String] = []
      for _ in 0..<8 {
        let name = names[Int.random(in: names.indices, using: &generator)]
        #expect(try stage.call() == "")
        #expect(try stage.display.waitForWindow())
        // The Enter comes with the last letter.
        try stage.display.type(name, "Return")
        expected.append(name)
        #expect(TestProgram.wait { stage.opened.count == expected.count })
        #expect(stage.opened == expected, "seed \(seed)")
        #expect(try stage.display.waitForNoWindow())
      }
    }
  }

  @Test("A call from another display has the window there, in the same process")
  func otherDisplay() throws {
    try WindowStage.with(["soup"]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      let owner = stage.owner
      let other = try TestDisplay(in: stage.daemon.directory)
      #expect(try stage.call(on: other) == "")
      #expect(try other.waitForWindow())
      #expect(try stage.display.waitForNoWindow())
      #expect(stage.owner == owner)
      try other.type("soup")
      try other.press("Return")
      #expect(TestProgram.wait { stage.opened == ["soup"] }, "\(stage.opened)")
    }
  }

  @Test("A daemon that the window started goes on when the window runs itself anew elsewhere")
  func startedDaemon() throws {
    try WindowStage.with([], startsDaemon: true) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      var daemon: Int32?
      let isServing = TestProgram.wait {
        daemon = stage.startedDaemon
        return daemon != nil && stage.isServed
      }
      #expect(isServing)
      let owner = stage.owner
      let other = try TestDisplay(in: stage.daemon.directory)
      #expect(try stage.call(on: other) == "")
      #expect(try other.waitForWindow())
      #expect(stage.owner == owner && stage.startedDaemon == daemon)
      #expect(stage.isServed)
      // Where it ends, nothing of it stays: the new program waits for it.
      let number = try #require(daemon)
      Signal.terminate.send(to: number)
      #expect(TestProgram.wait { !Signal.none.send(to: number) })
    }
  }

  @Test(
    "A caller in namespaces of its own is refused",
    .enabled(if: Namespaces.areThere, "unshare or gdbus is missing, or may make no namespaces"))
  func otherNamespaces() throws {
    try WindowStage.with([]) { stage in
      #expect(try stage.call() == "")
      #expect(try stage.display.waitForWindow())
      var command = Command(
        "/bin/sh", ["-c", "\"$@\" 2>&1", "sh"] + Namespaces.unshare + Self.gdbus(stage.bus.address))
      command.environment = stage.environment()
      let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
      let text = String(decoding: output, as: UTF8.self)
      #expect(!ending.isSuccess && text.contains("AccessDenied"), "\(text)")
      #expect(try stage.display.window() != nil)
    }
  }

  private static func gdbus(_ address: String) -> [String] {
    [
      "gdbus", "call", "--address", address, "--dest", "org.fresnel.Fresnel", "--object-path",
      "/org/fresnel/Fresnel", "--method", "org.fresnel.Fresnel1.Toggle", "{}",
    ]
  }
}

/// Programs in namespaces of their own.
private enum Namespaces {
  static let unshare = ["unshare", "--user", "--map-root-user"]

  /// Whether such programs can be run here.
  static let areThere: Bool = {
    let words = unshare + ["gdbus", "help"]
    let command = Command("/bin/sh", ["-c", "\"$@\" >/dev/null 2>&1", "sh"] + words)
    return (try? command.run().isSuccess) == true
  }()
}
