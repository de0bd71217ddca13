internal import FresnelModel
package import SpotlightWire

/// What is left out of what a client sees, as it cannot be read now.
struct MissingStores: Sendable {
  /// The protection classes whose stores are, and why.
  var classes: [ClassProblem] = []
  /// The protection classes that others serve and that cannot be read.
  var closedClasses: [ClassProblem] = []
  /// Whether a store that could be read may lack items, as part of it was lost and their apps have not indexed them
  /// again, or hides some.
  var hasLosses = false
  /// The stores that apps keep themselves.
  var embeddedStores: [EmbeddedStoreProblem] = []
  /// What may be missing of its own items where an app looks for these, as its own store was not taken over whole: one
  /// sentence.
  var ownStore: String?

  /// Whether something is left out.
  var isAny: Bool {
    !classes.isEmpty || !closedClasses.isEmpty || hasLosses || !embeddedStores.isEmpty
      || ownStore != nil
  }

  /// Why it cannot be told whether an app has an item; `nil` when it can.
  func failure(lookingFor app: String) -> ServiceError? {
    if let failure = classFailure { return failure }
    if let ownStore { return ServiceError(omitting: [ownStore]) }
    return embeddedStores.first { $0.app == nil || $0.app?.identifier == app }.map {
      ServiceError(omitting: [$0.message])
    }
  }

  /// That classes are missing; `nil` where none is.
  var classFailure: ServiceError? {
    classes.isEmpty ? nil : ServiceError(omitting: classes.map(\.message))
  }
}

/// The store of a protection class that cannot be read.
package struct ClassProblem: Hashable, Sendable {
  /// The class.
  package let protection: ProtectionClass
  /// Why, as the store says.
  let failure: ServiceError

  /// Puts the parts together.
  package init(_ protection: ProtectionClass, _ failure: ServiceError) {
    self.protection = protection
    self.failure = failure
  }

  /// What is missing and why.
  package var message: String { failure.message(omitting: protection) }
}

/// A store that an app keeps itself and that cannot be read.
struct EmbeddedStoreProblem: Hashable, Sendable {
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
