internal import SpotlightWire

/// What is left out of what a client sees, as it cannot be read now.
struct MissingStores: Sendable {
  /// Whether the store of a protection class is.
  var lacksClasses = false
  /// The stores that apps keep themselves.
  var guests: [GuestProblem] = []

  /// Whether something is left out.
  var isAny: Bool { lacksClasses || !guests.isEmpty }

  /// Why it cannot be told whether an app has an item; `nil` when it can.
  func failure(lookingFor app: String) -> ServiceError? {
    if lacksClasses { return Self.classFailure }
    return guests.first { $0.app == nil || $0.app?.identifier == app }.map {
      ServiceError(.unavailable, $0.message)
    }
  }

  /// That a class is missing.
  static let classFailure = ServiceError(
    .unavailable, "The items of a protection class cannot be read now.")
}

/// A store that an app keeps itself and that cannot be read.
struct GuestProblem: Hashable, Sendable {
  /// Whose store it is; `nil` where it is not known which stores there are.
  let app: AppIdentity?
  /// Why, in one sentence.
  let reason: String

  /// What is missing and why.
  var message: String {
    app == nil
      ? "The stores that apps keep themselves cannot all be looked for, and their items are missing. \(reason)"
      : "The store that the app keeps itself cannot be read, and its items are missing. \(reason)"
  }
}
