/// Where the machine's power comes from, and how much of it is left.
package struct PowerSupplies: Equatable, Sendable {
  /// Whether the machine runs on a battery that nothing charges.
  package var isOnBattery: Bool
  /// How full the batteries are together, from 0 to 100; `nil` for a machine without, or when the kernel
  /// does not tell.
  package var chargePercent: Double?

  /// Where the kernel lists the supplies.
  package static let directory = "/sys/class/power_supply"

  /// Reads the supplies now. A machine that has none, or whose kernel does not tell, is on mains power.
  ///
  /// - Parameter directory: The kernel's directory, with one directory for each supply.
  /// - Returns: The state.
  package static func now(in directory: String = directory) -> PowerSupplies {
    let names = (try? FileSystem.entries(of: directory)) ?? []
    return PowerSupplies(names.compactMap { Supply(directory + "/" + $0) })
  }

  private init(_ supplies: [Supply]) {
    let batteries = supplies.filter(\.isBattery)
    let isFed = supplies.contains { !$0.isBattery && $0.isOnline }
    // A charger that is too weak leaves the battery discharging, and work then drains it.
    isOnBattery =
      batteries.contains(where: \.isDischarging)
      || (!batteries.isEmpty && !isFed && !batteries.contains(where: \.isCharging))
    let charges = batteries.compactMap(\.charge)
    let full = charges.reduce(0) { $0 + $1.full }
    chargePercent = full > 0 ? 100 * charges.reduce(0) { $0 + $1.now } / full : nil
  }

  /// One supply (Documentation/ABI/testing/sysfs-class-power of the kernel).
  private struct Supply {
    var isBattery: Bool
    var isOnline: Bool
    var isCharging: Bool
    var isDischarging: Bool
    /// Energy or charge, in whatever unit the battery counts; percent where it counts none.
    var charge: (now: Double, full: Double)?

    /// Reads a supply; `nil` for one of a mouse or a phone, and for what is no supply.
    init?(_ directory: String) {
      func text(_ name: String) -> String? {
        guard
          let bytes = try? FileSystem.contents(of: "\(directory)/\(name)", maximumByteCount: 4096)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      }
      guard let type = text("type"), text("scope") != "Device" else { return nil }
      isBattery = type == "Battery"
      // 0 is unplugged; 1 and 2 are chargers of a fixed and of a variable voltage.
      isOnline = text("online").map { $0 != "0" } ?? false
      let status = text("status")
      isCharging = status == "Charging" || status == "Full" || status == "Not charging"
      isDischarging = status == "Discharging"
      guard isBattery else { return }
      for unit in ["energy", "charge"] {
        if let now = text(unit + "_now").flatMap(Double.init),
          let full = text(unit + "_full").flatMap(Double.init), full > 0
        {
          charge = (now, full)
          return
        }
      }
      charge = text("capacity").flatMap(Double.init).map { ($0, 100) }
    }
  }
}
