import BusTestSupport
import FresnelBus
import FresnelPlatform
import Synchronization
import Testing
import WireTestSupport

@testable import DesktopWindow

@Suite("How the desktop wants windows to look", .timeLimit(.minutes(30)))
struct DesktopLookTests {
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  static let appearance = "org.freedesktop.appearance"

  /// What the portal tells of its settings.
  static func all(_ settings: KeyValuePairs<String, BusValue>) -> BusReply {
    .success([
      .array(element: "{sa{sv}}", [.entry(.string(appearance), .options(settings))])
    ])
  }

  /// Looks that were told, in order.
  private final class Told: Sendable {
    let looks = Mutex<[DesktopLook]>([])

    func wait(for look: DesktopLook) -> Bool {
      TestProgram.wait { looks.withLock { $0.last == look } }
    }
  }

  private func with(
    _ reply: BusReply, _ body: (TestBusPeer, Told) throws -> Void
  ) throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let portal = try TestBusPeer(on: running.loop)
    try portal.answer(Self.path, Self.interface, "ReadAll") { _ in reply }
    let told = Told()
    let watch = DesktopLookWatch { look in told.looks.withLock { $0.append(look) } }
    watch.begin(on: portal.client)
    try body(portal, told)
    withExtendedLifetime(watch) {}
  }

  @Test("Dark windows and more contrast are followed from the beginning and whenever they change")
  func following() throws {
    let reply = Self.all(["color-scheme": .uint32(1), "contrast": .uint32(1), "other": .uint32(7)])
    try with(reply) { portal, told in
      #expect(told.wait(for: DesktopLook(scheme: .dark, wantsContrast: true)))
      func change(_ namespace: String, _ key: String, _ value: BusValue) throws {
        try portal.emit(
          Self.path, Self.interface, "SettingChanged",
          [.string(namespace), .string(key), .variant(value)])
      }
      // What is none of these, or of another type, changes nothing.
      try change("org.example", "color-scheme", .uint32(2))
      try change(Self.appearance, "accent-color", .uint32(2))
      try change(Self.appearance, "contrast", .string("low"))
      try change(Self.appearance, "contrast", .uint32(0))
      #expect(told.wait(for: DesktopLook(scheme: .dark)))
      try change(Self.appearance, "color-scheme", .uint32(2))
      #expect(told.wait(for: DesktopLook(scheme: .light)))
      try change(Self.appearance, "color-scheme", .uint32(99))
      #expect(told.wait(for: DesktopLook()))
      #expect(told.looks.withLock { $0.count } == 4)
    }
  }

  @Test(
    "A portal that answers something else, or not at all, changes nothing",
    arguments: [
      BusReply.success([]), .success([.uint32(1)]), .failure(BusError(.noService, "None.")),
      DesktopLookTests.all(["color-scheme": .string("dark")]),
    ])
  func strange(reply: BusReply) throws {
    try with(reply) { portal, told in
      try portal.emit(
        Self.path, Self.interface, "SettingChanged",
        [.string(Self.appearance), .string("contrast"), .variant(.uint32(1))])
      #expect(told.wait(for: DesktopLook(wantsContrast: true)))
      #expect(told.looks.withLock { $0.count } == 1)
    }
  }
}
