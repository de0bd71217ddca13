package import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// What the dependencies of a core can do for it.
///
/// Methods may be called on any thread and must not block; what takes a while is answered by the closure
/// they are given, which is to be called exactly once.
package protocol ServiceHost: Sendable {
  /// Finds the way to a protection class that has no store in the core.
  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void)

  /// Finds the key to which changes to a protection class are sealed that has no store in the core, as soon as it is
  /// known whether there is one: who serves the class may be making it. `nil` when there is none.
  func whenKeyIsKnown(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (_ publicKey: [UInt8]?) -> Void)

  /// Has who serves a protection class that has no store in the core know that an index is private to its app;
  /// told when the client cannot say so there itself, or does not.
  func notePrivate(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Finds out whether an index has items of a protection class that has no store in the core;
  /// ``ServiceError/Code/classLocked`` when nobody can tell now.
  func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void)

  /// Keeps changes that were sealed to a class's key until who serves the class can carry them out.
  func keepSealed(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Serves a request that is not the core's own business: sealed changes, promises, data of other apps,
  /// imported files, administration, passphrases. Whether the peer may ask is decided already.
  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void)

  /// Whether apps may have extensions here that can be started.
  var startsExtensions: Bool { get }

  /// Starts the extension of an app, so that it takes a callback that nobody else takes. The extension's
  /// session is attached as any other, with the role of an extension.
  func startExtension(
    _ request: ExtensionRequest, _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// How much an app may store, and whether it may now.
  func allowance(of app: AppIdentity) -> AppAllowance

  /// The apps that the person left out of searches: only they themselves find their items, and searches that name
  /// them.
  func appsHiddenFromSearch() -> Set<String>

  /// The apps that are gone, whose items nobody finds.
  func goneApps() -> Set<String>

  /// The protection classes that have no store in the core, hold something, and cannot be read now. Which apps have
  /// items in them is not told.
  func closedClasses() -> [ClassProblem]

  /// What holds for the history of an app.
  func historyRules(of app: AppIdentity) -> HistoryRules

  /// Whether what the person chose before orders what they find.
  var ordersByChoices: Bool { get }

  /// Whether parts of what is typed are offered as filters.
  var offersFilters: Bool { get }

  /// Whether the texts are kept and suggested after which the person chose something.
  var keepsSearches: Bool { get }

  /// The apps of whose items nothing is suggested but to themselves.
  func appsHiddenFromSuggestions() -> Set<String>

  /// Takes what a client tells about what a person does in it.
  func note(_ news: SessionNews, of session: Session)

  /// Writes an event to the log.
  func log(_ event: LogEvent)
}

extension ServiceHost {
  /// There is no such class.
  package func whenKeyIsKnown(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (_ publicKey: [UInt8]?) -> Void
  ) {
    done(nil)
  }

  /// There is nobody to tell.
  package func notePrivate(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(nil)
  }

  /// Fails: there is no such class.
  package func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    done(
      .failure(ServiceError(.unsupported, "No protection class is served elsewhere here.")))
  }

  /// Fails: there is no such class.
  package func keepSealed(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(ServiceError(.unsupported, "No protection class is served elsewhere here."))
  }

  /// There is no such class.
  package func closedClasses() -> [ClassProblem] { [] }

  /// Kept, and of any type.
  package func historyRules(of app: AppIdentity) -> HistoryRules { HistoryRules() }

  /// It does.
  package var ordersByChoices: Bool { true }

  /// They are.
  package var offersFilters: Bool { true }

  /// They are.
  package var keepsSearches: Bool { true }

  /// None.
  package func appsHiddenFromSuggestions() -> Set<String> { [] }

  /// There is nobody whom it concerns.
  package func note(_ news: SessionNews, of session: Session) {}

  /// They may.
  package var startsExtensions: Bool { true }
}

/// Where a protection class is to be found.
package enum ChannelOffer: Sendable {
  /// At the other end of a socket; sealed changes are taken too, with the key.
  case open(SharedDescriptor, publicKey: [UInt8]?)
  /// Nowhere, as long as the session is locked; changes can be sealed with the key.
  case locked(publicKey: [UInt8]?)
}

/// What holds for the history of an app.
package struct HistoryRules: Hashable, Sendable {
  /// Whether anything is kept; the person may have switched it off.
  package var isKept = true
  /// When what is kept may be read.
  package var protection = ProtectionClass.firstUnlock
  /// The types that the app declares; `nil` when it declares none, and may use any.
  package var declaredTypes: [String]?

  /// The rules of an app about which nothing is decided.
  package init() {}
}

/// What a client tells about what a person does in it.
package enum SessionNews: Sendable {
  /// Another activity is the current one, or none.
  case currentChanged(ActivitySummary?)
  /// The app shows what was delivered to it.
  case restored(Restored)
  /// The client is gone.
  case ended
}

/// The answer to a request that the host serves.
package struct HostReply: Sendable {
  /// The message.
  package var message: DaemonMessage
  /// The descriptors that go with it.
  package var descriptors: [SharedDescriptor]

  /// Makes an answer.
  package init(_ message: DaemonMessage, descriptors: [SharedDescriptor] = []) {
    self.message = message
    self.descriptors = descriptors
  }
}

/// What an extension is wanted for.
package struct ExtensionRequest: Hashable, Sendable {
  /// The app that it belongs to.
  package var app: AppIdentity
  /// What it has to be able to do.
  package var methods: DelegateMethods
  /// Why, in English, for the log.
  package var reason: String

  /// Puts the parts together.
  package init(app: AppIdentity, methods: DelegateMethods, reason: String) {
    self.app = app
    self.methods = methods
    self.reason = reason
  }
}

/// How much an app may store.
package struct AppAllowance: Hashable, Sendable {
  /// The most items.
  package var itemCount = 1_000_000
  /// The most bytes that they may take.
  package var byteCount = 2 << 30
  /// Whether nothing is taken now, deletions included.
  package var isPaused = false

  /// The allowance of an app about which nothing is decided.
  package init() {}

  /// No limit at all.
  package static let unlimited: AppAllowance = {
    var allowance = AppAllowance()
    allowance.itemCount = .max
    allowance.byteCount = .max
    return allowance
  }()
}

extension ServiceError {
  /// What an app gets of which nothing is taken now.
  package static let paused = ServiceError(.paused, "Indexing is paused for the app.")
}
