/// What an activity is eligible for, and what it can do.
package struct ActivityFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Makes a set of its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// May be handed to another device.
  package static let handoff = ActivityFlags(rawValue: 1)
  /// May be found by search on this device.
  package static let search = ActivityFlags(rawValue: 2)
  /// May be found by everybody.
  package static let publicIndexing = ActivityFlags(rawValue: 4)
  /// May be suggested before the person asks.
  package static let prediction = ActivityFlags(rawValue: 8)
  /// Opens streams to the device that it is handed to.
  package static let streams = ActivityFlags(rawValue: 16)
  /// Those that there are.
  package static let all: ActivityFlags = [
    .handoff, .search, .publicIndexing, .prediction, .streams,
  ]
}
