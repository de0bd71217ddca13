import BusTestSupport
import Dispatch
import FresnelBus
import FresnelModel
import FresnelPlatform
import SpotlightClient
import SpotlightDaemon
import SpotlightService
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

/// What stands for `/proc` and `/sys`.
private struct Machine {
  let directory: String

  init(in directory: String) throws {
    self.directory = directory
    for name in ["/proc/pressure", "/sys/class/power_supply/BAT0"] {
      try FileSystem.createDirectory(directory + name)
    }
    try write("Battery\n", to: "/sys/class/power_supply/BAT0/type")
    try setBattery("Full", charge: 100)
    try setPressure(0)
  }

  private func write(_ text: String, to path: String) throws {
    try FileSystem.write(Array(text.utf8), to: directory + path)
  }

  func setPressure(_ percent: Double) throws {
    try write(
      "some avg10=\(percent) avg60=0.00 avg300=0.00 total=1\n"
        + "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", to: "/proc/pressure/cpu")
  }

  func setBattery(_ status: String, charge: Int) throws {
    try write(status + "\n", to: "/sys/class/power_supply/BAT0/status")
    try write("\(charge)\n", to: "/sys/class/power_supply/BAT0/capacity")
  }
}

/// An app's delegate that is waited for.
private final class ThrottleListener: CallbackTarget {
  let began = DispatchSemaphore(value: 0)
  let finished = DispatchSemaphore(value: 0)

  func reindexAll(_ completion: @escaping @Sendable (ServiceError?) -> Void) { completion(nil) }

  func reindexItems(
    _ identifiers: [String], _ completion: @escaping @Sendable (ServiceError?) -> Void
  ) { completion(nil) }

  func provideData(
    of item: String, as contentType: String,
    _ completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) { completion(.success([])) }

  func provideFile(
    of item: String, as contentType: String, inPlace: Bool,
    _ completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) { completion(.failure(ServiceError(.unsupported, "There are no files."))) }

  func provideItems(
    _ identifiers: [String],
    _ completion: @escaping @Sendable (Result<[Item], ServiceError>) -> Void
  ) { completion(.success([])) }

  func throttle(isBeginning: Bool) {
    (isBeginning ? began : finished).signal()
  }
}

@Suite("Throttling", .timeLimit(.minutes(30)))
struct ThrottleTests {
  /// Items that are dear to take in and cheap to analyse: eight times a megabyte of picture, a third of a
  /// second of processor time by the governor's account.
  private static func heavyItems(_ name: String) -> [Item] {
    (0..<8).map { number in
      var item = Item(uniqueIdentifier: "\(name) \(number)")
      item.attributes[.thumbnailData] = .data([UInt8](repeating: 7, count: 1_000_000))
      return item
    }
  }

  @Test(
    "A low battery slows an app that indexes much: its delegate hears of both ends, others search on, status tells why"
  )
  func battery() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let machine = try Machine(in: directory)
      try machine.setBattery("Discharging", charge: 9)
      try withDaemon(["--trust-claims", "--machine-directory", directory]) { daemon in
        let connection = ServiceConnection(
          daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.example.heavy"))
        defer { connection.close() }
        let listener = ThrottleListener()
        let index = connection.index(named: "pictures")
        index.add(listener, answering: .throttle)
        let done = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isSecondDone = Mutex(false)
        index.apply(.success(.addItems(Self.heavyItems("first")))) { error in
          #expect(error == nil)
          done.0.signal()
        }
        index.apply(.success(.addItems(Self.heavyItems("second")))) { error in
          #expect(error == nil)
          isSecondDone.withLock { $0 = true }
          done.1.signal()
        }
        #expect(listener.began.wait(timeout: .now() + 600) == .success)
        #expect(done.0.wait(timeout: .now() + 600) == .success)
        // Another app indexes a little and finds it, while the first one waits.
        let other = try RawClient(path: daemon.socketPath)
        try other.shakeHands(claiming: "org.example.light")
        try other.put(["a needle"], into: try other.open("notes"))
        #expect(try other.identifiers(matching: "title == \"*needle*\"") == ["a needle"])
        let tool = try RawClient(path: daemon.socketPath)
        try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
        let status = try tool.order("status", "{}")
        #expect(status["slowedBy"] == .array([.string("battery")]))
        #expect(!isSecondDone.withLock { $0 })
        var command = Command(try TestProgram.path("fresnel"), ["status"])
        command.environment = daemon.environment
        let shown = String(decoding: try command.capture().output, as: UTF8.self)
        #expect(shown.contains("indexing is slowed down: the battery is low"))
        // Plugged in: what waits goes on, and the app hears that, without indexing anything more.
        try machine.setBattery("Charging", charge: 9)
        #expect(listener.finished.wait(timeout: .now() + 600) == .success)
        #expect(done.1.wait(timeout: .now() + 600) == .success)
        let isOver = try TestProgram.wait {
          try tool.order("status", "{}")["slowedBy"] == .array([])
        }
        #expect(isOver)
        #expect(daemon.log.contains("Indexing is slowed down: The battery is low."))
        #expect(daemon.log.contains("Indexing goes on as usual."))
      }
    }
  }

  @Test("Readings follow the kernel's files, and take a machine that tells nothing for one at ease")
  func readings() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let readings = MachineReadings(below: directory)
      #expect(readings.intake == IntakeReadings())
      let machine = try Machine(in: directory)
      try machine.setPressure(55.5)
      #expect(readings.intake == IntakeReadings(processorPressure: 55.5))
      try machine.setBattery("Discharging", charge: 19)
      try machine.setPressure(0)
      #expect(readings.intake.isPowerScarce)
      try machine.setBattery("Discharging", charge: 20)
      #expect(!readings.intake.isPowerScarce)
      try machine.setBattery("Charging", charge: 5)
      #expect(!readings.intake.isPowerScarce)
    }
  }

  @Test(
    "UPower's warning and the power saver's profile count too, once they have answered",
    .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
  func advice() throws {
    let bus = try PrivateBus()
    let running = try RunningLoop()
    defer { running.stop() }
    let service = try BusConnection.open(.address(bus.address), on: running.loop)
    let level = Mutex<UInt32>(4)
    try service.serve(
      BusObject(
        "/org/freedesktop/UPower/devices/DisplayDevice", "org.freedesktop.DBus.Properties"
      ) { _, _ in .success([.variant(.uint32(level.withLock { $0 }))]) })
    let isOwner = DispatchSemaphore(value: 0)
    service.requestName("org.freedesktop.UPower") { _ in isOwner.signal() }
    isOwner.wait()
    let client = try BusConnection.open(.address(bus.address), on: running.loop)
    let advice = PowerAdvice(client)
    #expect(!advice.isToSave)
    #expect(TestProgram.wait { advice.isToSave })
  }
}
