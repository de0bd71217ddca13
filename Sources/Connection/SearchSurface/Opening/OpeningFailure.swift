package import SpotlightWire

/// Why a result was not opened, for a surface to show in its own way.
package struct OpeningFailure: Error, Hashable, Sendable {
  /// What kind of failure it is, and so what a person can do about it.
  package enum Cause: Hashable, Sendable {
    /// It cannot be opened as things are; the sentence says it all.
    case cannotBeOpened
    /// Only the daemon can do it, and none was asked.
    case needsDaemon
    /// The application that the item stands for is not installed any more.
    case applicationIsGone
    /// What is stored of the item is damaged.
    case damagedItem
    /// A program could not be run.
    case system
    /// The daemon refused, or could not be asked.
    case service(ServiceError)
  }

  /// What kind of failure it is.
  package var cause: Cause
  /// What was wrong, in one sentence, perhaps with control characters that an app put there.
  package var message: String
  /// Why the item's own app had not opened it before, if that was tried.
  package var earlierMessage: String?

  /// Puts the parts together.
  package init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  /// Takes over what the daemon says, by the fact `launch.cause` of an error.
  package init(_ error: ServiceError) {
    let cause = error.details.first { $0.key == "launch.cause" }?.value
    switch (cause, error.code) {
    // As where no daemon is asked: it is what was chosen that cannot be opened.
    case (nil, .tooLarge): self.init(.cannotBeOpened, error.message)
    case (nil, _): self.init(.service(error), error.message)
    case ("cannotStart", _): self.init(.system, error.message)
    // The sentence says what there is to do.
    case (_, _): self.init(.cannotBeOpened, error.message)
    }
  }
}
