/// A client allows further `results` frames of a query.
package struct MoreResults: Hashable, Sendable, WireValue {
  /// The query's number.
  package var request: UInt64
  /// How many further frames.
  package var frameCount: UInt16

  /// Puts the parts together.
  package init(request: UInt64, frameCount: UInt16) {
    self.request = request
    self.frameCount = frameCount
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(request)
    writer.append(frameCount)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    request = try reader.integer()
    frameCount = try reader.integer()
  }
}

/// The daemon begins or ceases to slow an app's indexing down.
package struct Throttle: Hashable, Sendable, WireValue {
  /// Whether it begins.
  package var isBeginning: Bool
  /// Why, in English, for developers.
  package var reason: String

  /// Puts the parts together.
  package init(isBeginning: Bool, reason: String) {
    self.isBeginning = isBeginning
    self.reason = reason
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(isBeginning)
    writer.append(string: reason)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    isBeginning = try reader.flag()
    reason = try reader.string()
  }
}

/// The daemon will end the connection.
package struct GoingAway: Hashable, Sendable, WireValue {
  /// Why a connection will end.
  package enum Reason: UInt16, CaseIterable, Hashable, Sendable, WireValue {
    /// The daemon starts again.
    case restart = 1
    /// The session was locked, and the daemon clears its memory.
    case lock = 2
    /// Another version of the daemon takes its place.
    case upgrade = 3
    /// An extension has nothing more to do.
    case idle = 4
  }

  /// Why.
  package var reason: Reason
  /// When connecting again may succeed.
  package var retryAfterMilliseconds: UInt16

  /// Puts the parts together.
  package init(reason: Reason, retryAfterMilliseconds: UInt16) {
    self.reason = reason
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(reason)
    writer.append(retryAfterMilliseconds)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    reason = try reader.value()
    retryAfterMilliseconds = try reader.integer()
  }
}
