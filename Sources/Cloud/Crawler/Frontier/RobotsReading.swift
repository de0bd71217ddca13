package import CrawlRules
import FresnelPlatform

/// The robots.txt of a host and the rules in it, which are made ready beside the frontier: long files take long.
package struct RobotsReading: Hashable, Sendable {
  /// The host.
  package let host: Int64
  /// The file as it came.
  package let body: [UInt8]
  /// What was read; `nil` before.
  package private(set) var file: RobotsFile?
  /// The rules for the crawler; `nil` before.
  package private(set) var rules: RobotsRules?

  /// The processor time that reading took, in microseconds.
  package private(set) var processorTime: Int64 = 0

  /// Files up to so many bytes are read by the frontier itself.
  static let shortest = 16 << 10

  /// Takes a file that is still to be read.
  package init(host: Int64, body: [UInt8]) {
    self.host = host
    self.body = body
  }

  /// Reads the file.
  ///
  /// - Returns: The same with its rules.
  package func read() -> RobotsReading {
    var reading = self
    let measured = ProcessorClock.measure {
      let file = RobotsFile(body)
      return (file, file.rules())
    }
    (reading.file, reading.rules) = measured.value
    reading.processorTime = measured.microseconds
    return reading
  }

  /// Whether two are of one host and one file.
  package static func == (one: RobotsReading, other: RobotsReading) -> Bool {
    one.host == other.host && one.body == other.body
  }

  /// Adds the host and the file.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(body)
  }
}
