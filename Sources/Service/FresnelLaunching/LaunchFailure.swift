package import SpotlightWire

/// Why something could not be opened.
package struct LaunchFailure: Error, Hashable, Sendable {
  /// What went wrong.
  package enum Cause: String, CaseIterable, Hashable, Sendable {
    /// There is no such app any more.
    case notInstalled
    /// The app's program could not be run.
    case cannotStart
    /// The program ran, and ended before it took anything.
    case endedAtOnce
    /// The app runs, and says nothing.
    case notAnswering
    /// The app runs, and takes nothing that is to be opened.
    case noReceiver
    /// The app said no.
    case declined
    /// The item is gone.
    case unknownItem
    /// The app needs a terminal, and there is none.
    case needsTerminal
    /// The app does not name the type of the activity.
    case undeclaredType
    /// The app does not go on with searches.
    case takesNoSearches
    /// Nothing opens such URLs.
    case noHandler
    /// A desktop file's command line would read what is opened as part of a command.
    case unsafeCommand
    /// The file is gone.
    case missingFile
    /// The other device did not send what was picked up.
    case notHandedOver
  }

  /// What went wrong.
  package let cause: Cause
  /// One sentence that a person understands.
  package let message: String

  /// Makes a failure.
  package init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  /// The failure as clients get it, with the cause as the fact `launch.cause`.
  package var serviceError: ServiceError {
    ServiceError(
      code, message,
      details: [ServiceError.Detail(key: "launch.cause", value: cause.rawValue)])
  }

  private var code: ServiceError.Code {
    switch cause {
    case .notInstalled, .cannotStart: .unavailable
    case .endedAtOnce, .notAnswering, .noReceiver, .declined, .notHandedOver: .providerFailed
    case .unknownItem, .unsafeCommand, .missingFile: .refused
    case .needsTerminal, .undeclaredType, .takesNoSearches, .noHandler: .unsupported
    }
  }
}
