/// An interface of an object that this process serves.
package struct BusObject: Sendable {
  /// The object.
  package var path: String
  /// The interface; an object with several is served as several values.
  package var interface: String
  /// Takes a call, to answer it now or later. Called on the loop's thread; must not wait.
  package var answer: @Sendable (BusRequest) -> Void

  /// Puts the parts together for an object that answers when it can, from any thread.
  ///
  /// 64 calls of an object may be open, and 8 of one sender for one path. More are answered with the error
  /// `org.freedesktop.DBus.Error.LimitsExceeded`.
  package init(
    _ path: String, _ interface: String, answer: @escaping @Sendable (BusRequest) -> Void
  ) {
    self.path = path
    self.interface = interface
    self.answer = answer
  }

  /// Puts the parts together for an object that answers at once, by the method and its arguments.
  package init(
    _ path: String, _ interface: String,
    handle: @escaping @Sendable (_ member: String, _ arguments: [BusValue]) -> BusReply
  ) {
    self.init(path, interface) { request in
      request.reply(handle(request.member, request.arguments))
    }
  }
}

/// How a call ended: with values, or with an error that has a name.
package typealias BusReply = Result<[BusValue], BusError>

extension BusError {
  /// The answer to a method that an object does not have.
  package static func unknownMethod(_ member: String) -> BusError {
    BusError(
      named: "org.freedesktop.DBus.Error.UnknownMethod", "There is no method \(member) here.")
  }

  /// The answer to a call of an object that is not served any more.
  static func unknownObject(_ path: String) -> BusError {
    BusError(
      named: "org.freedesktop.DBus.Error.UnknownObject", "There is no object \(path) here.")
  }

  /// The answer to a call that finds too many open.
  static let tooManyCalls = BusError(
    named: "org.freedesktop.DBus.Error.LimitsExceeded",
    "Too many calls of this object are not answered yet.")

  /// The answer to a call that was given up.
  static let noReply = BusError(
    named: "org.freedesktop.DBus.Error.NoReply", "The call was given up without an answer.")
}
