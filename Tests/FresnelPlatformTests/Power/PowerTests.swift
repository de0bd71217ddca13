import Testing

@testable import FresnelPlatform

@Suite("PressureReading")
struct PressureReadingTests {
  @Test("The kernel's words are read, and other words are none")
  func reading() {
    let text = """
      some avg10=41.50 avg60=2.69 avg300=14.69 total=24652928692
      full avg10=1.00 avg60=2.00 avg300=3.00 total=4
      """
    let reading = PressureReading(text)
    #expect(reading?.average10 == 41.5)
    #expect(reading?.average60 == 2.69)
    #expect(reading?.average300 == 14.69)
    #expect(PressureReading("") == nil)
    #expect(PressureReading("full avg10=1.00 avg60=2.00 avg300=3.00 total=4") == nil)
    #expect(PressureReading("some avg10=1.00 avg60=x avg300=3.00") == nil)
    #expect(PressureReading("some avg10 = avg60=1=2 avg300") == nil)
  }

  @Test("A kernel that does not measure gives nothing")
  func absence() {
    #expect(PressureReading.now(at: "/nonexistent/cpu") == nil)
  }

  @Test(
    "A kernel that measures gives a share of the time",
    .enabled(if: PressureReading.now() != nil, "this kernel does not measure"))
  func presence() throws {
    let now = try #require(PressureReading.now())
    #expect((0...100).contains(now.average10))
  }
}

@Suite("PowerSupplies")
struct PowerSuppliesTests {
  /// The state of a machine with these supplies: for each its files.
  private func state(_ supplies: [[String: String]]) throws -> PowerSupplies {
    try FileSystem.withTemporaryDirectory { directory in
      for (number, files) in supplies.enumerated() {
        try FileSystem.createDirectory("\(directory)/S\(number)")
        for (name, value) in files {
          try FileSystem.write(Array((value + "\n").utf8), to: "\(directory)/S\(number)/\(name)")
        }
      }
      return PowerSupplies.now(in: directory)
    }
  }

  private let mains = ["type": "Mains", "online": "1"]
  private let unplugged = ["type": "Mains", "online": "0"]

  @Test("A machine without supplies is on mains power")
  func desktop() throws {
    let none = PowerSupplies.now(in: "/nonexistent")
    #expect(!none.isOnBattery)
    #expect(none.chargePercent == nil)
    #expect(try state([]) == none)
    #expect(try state([mains]) == none)
    #expect(try state([unplugged]) == none)
  }

  @Test("A battery that discharges is what the machine runs on, also beside a weak charger")
  func discharging() throws {
    let battery = ["type": "Battery", "status": "Discharging", "capacity": "17"]
    for supplies in [[battery], [unplugged, battery], [mains, battery]] {
      let state = try state(supplies)
      #expect(state.isOnBattery)
      #expect(state.chargePercent == 17)
    }
  }

  @Test("A battery that is charged or full is not used")
  func charging() throws {
    for status in ["Charging", "Full", "Not charging"] {
      let battery = ["type": "Battery", "status": status, "capacity": "99"]
      #expect(try !state([battery, ["type": "USB", "online": "2"]]).isOnBattery)
    }
    #expect(try !state([mains, ["type": "Battery", "status": "Unknown"]]).isOnBattery)
    #expect(try state([unplugged, ["type": "Battery", "status": "Unknown"]]).isOnBattery)
  }

  @Test("Two batteries count together, by what they hold; those of other devices do not count")
  func severalBatteries() throws {
    let small = [
      "type": "Battery", "status": "Full", "energy_now": "10", "energy_full": "10",
      "capacity": "100",
    ]
    let large = [
      "type": "Battery", "status": "Discharging", "energy_now": "20", "energy_full": "90",
      "capacity": "22",
    ]
    let mouse = ["type": "Battery", "scope": "Device", "status": "Discharging", "capacity": "3"]
    let state = try state([small, large, mouse, ["junk": "x"]])
    #expect(state.isOnBattery)
    #expect(state.chargePercent == 30)
    #expect(try self.state([mouse]).chargePercent == nil)
    #expect(try !self.state([mouse]).isOnBattery)
  }
}
