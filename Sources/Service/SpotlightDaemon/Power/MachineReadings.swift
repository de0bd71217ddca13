internal import FresnelBus
internal import FresnelPlatform
internal import SpotlightService

/// Tells how busy the machine is and how much power is left, so that indexing yields, and which machine it is.
///
/// Nothing is read, and nobody is listened to, until somebody asks: an idle daemon is not woken. On any thread.
final class MachineReadings: Sendable {
  /// Below this, in percent, a battery that nothing charges counts as low.
  private static let lowCharge = 20.0

  private let pressurePath: String
  private let suppliesPath: String
  private let identifierPath: String
  private let advice: PowerAdvice?

  /// Makes readings.
  ///
  /// - Parameters:
  ///   - root: What stands before `/proc`, `/sys` and `/etc`; not empty in tests.
  ///   - bus: The machine's bus, where UPower may be; `nil` to go by the kernel's word alone.
  init(below root: String, bus: BusConnection? = nil) {
    pressurePath = root + PressureReading.processors
    suppliesPath = root + PowerSupplies.directory
    identifierPath = root + "/etc/machine-id"
    advice = bus.map { PowerAdvice($0) }
  }

  /// Where the power comes from.
  var power: PowerSupplies { PowerSupplies.now(in: suppliesPath) }

  /// How long work waits for the processors; `nil` where the kernel does not tell.
  var pressure: PressureReading? { PressureReading.now(at: pressurePath) }

  /// What tells the machine from others. Empty where there is nothing, as in some containers: a store from
  /// another such machine is not told from one of this.
  var identifier: String {
    guard let bytes = try? FileSystem.contents(of: identifierPath) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What indexing has to yield to now.
  var intake: IntakeReadings {
    let power = power
    let isLow = power.isOnBattery && (power.chargePercent ?? 100) < Self.lowCharge
    return IntakeReadings(
      processorPressure: pressure?.average10 ?? 0,
      isPowerScarce: isLow || advice?.isToSave == true)
  }
}
