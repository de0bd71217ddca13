import DesktopService
import FresnelBus
import Testing

@testable import DesktopWindow

@Suite("Who calls for the search window")
struct WindowCallerTests {
  private func caller(
    _ display: String? = nil, wayland: String? = nil, token: String? = nil
  ) -> WindowCaller {
    var variables: [String: String] = [:]
    variables["DISPLAY"] = display
    variables["WAYLAND_DISPLAY"] = wayland
    return WindowCaller(display: variables, token: token)
  }

  @Test("Programs of one desktop are at one display, whichever of its two names they know")
  func sameDisplay() {
    let window = caller(":0", wayland: "wayland-0")
    #expect(!caller(":0", wayland: "wayland-0").isElsewhere(than: window))
    // A terminal of X11, and a program that keys start.
    #expect(!caller(":0").isElsewhere(than: window))
    #expect(!caller(wayland: "wayland-0").isElsewhere(than: window))
    #expect(!window.isElsewhere(than: caller(":0")))
    #expect(!caller().isElsewhere(than: window))
  }

  @Test("Another name of a display is elsewhere, and so is one that has none in common")
  func otherDisplay() {
    let window = caller(":0", wayland: "wayland-0")
    #expect(caller(":1", wayland: "wayland-0").isElsewhere(than: window))
    #expect(caller(":0", wayland: "wayland-1").isElsewhere(than: window))
    #expect(caller(":1").isElsewhere(than: window))
    #expect(caller(":0").isElsewhere(than: caller(wayland: "wayland-0")))
  }

  @Test("A window that runs anew gets the caller's display and token, and none of its own")
  func runningAnew() {
    let own = [
      "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XAUTHORITY": "/old", "HOME": "/home/me",
      "GSK_RENDERER": "cairo",
    ]
    let moved = WindowProgram.environment(own, for: caller(":1", token: "t"))
    #expect(moved == ["DISPLAY": ":1", "HOME": "/home/me", "XDG_ACTIVATION_TOKEN": "t"])
    // A call that names no display, as after an update.
    let stayed = WindowProgram.environment(own, for: caller(token: "t"))
    #expect(stayed["DISPLAY"] == ":0" && stayed["WAYLAND_DISPLAY"] == "wayland-0")
    #expect(stayed["XDG_ACTIVATION_TOKEN"] == "t" && stayed["GSK_RENDERER"] == nil)
    #expect(WindowProgram.environment(own, for: caller())["XDG_ACTIVATION_TOKEN"] == nil)
  }

  @Test("What a call says comes back from its options, and what makes no sense counts as not set")
  func options() {
    let whole = WindowCaller(
      display: ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XAUTHORITY": "/x"], token: "t")
    #expect(WindowCaller(whole.options) == whole)
    #expect(WindowCaller(.string("x")) == caller())
    #expect(!caller().hasDisplay && caller(wayland: "w").hasDisplay)
  }
}
