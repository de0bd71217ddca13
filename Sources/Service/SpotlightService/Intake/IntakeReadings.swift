/// How busy the machine is, as far as indexing has to yield to it.
package struct IntakeReadings: Hashable, Sendable {
  /// The part of the last ten seconds in which something had to wait for a processor, in percent.
  package var processorPressure: Double
  /// Whether the battery is low, or the person wants to save it.
  package var isPowerScarce: Bool

  /// Puts the parts together.
  package init(processorPressure: Double = 0, isPowerScarce: Bool = false) {
    self.processorPressure = processorPressure
    self.isPowerScarce = isPowerScarce
  }
}

/// Why an app's indexing is slowed down.
package enum ThrottleReason: String, CaseIterable, Sendable {
  /// It has indexed a lot for a while.
  case sustained
  /// The machine is busy.
  case pressure
  /// The battery is low.
  case battery

  /// The part of a processor that indexing may take.
  var share: Double { self == .battery ? 0.05 : 0.2 }

  /// For developers.
  var sentence: String {
    switch self {
    case .sustained: "The app has indexed a lot for a while."
    case .pressure: "The machine is busy."
    case .battery: "The battery is low."
    }
  }
}
