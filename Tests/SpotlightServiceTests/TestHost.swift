import FresnelModel
import SpotlightService
import SpotlightWire
import Synchronization

/// Dependencies of a core that tests arrange.
final class TestHost: ServiceHost {
  struct State {
    var hidden: Set<String> = []
    var gone: Set<String> = []
    var history: [AppIdentity: HistoryRules] = [:]
    var ordersByChoices = true
    var offersFilters = true
    var keepsSearches = true
    var unsuggested: Set<String> = []
    var allowances: [AppIdentity: AppAllowance] = [:]
    var events: [LogEvent] = []
    /// Attaches a session for an extension that is started; `nil` when there is none.
    var startExtension: (@Sendable (ExtensionRequest) -> ServiceError?)?
    var started: [ExtensionRequest] = []
    var channel: Result<ChannelOffer, ServiceError> = .failure(
      ServiceError(.classLocked, "locked"))
    var channelCount = 0
    /// Called with who waits for a key; without it there is none.
    var awaitKey: (@Sendable (@escaping @Sendable ([UInt8]?) -> Void) -> Void)?
    var served: [ClientMessage] = []
    var notedPrivate: [IndexScope] = []
    var keptSealed: [[UInt8]] = []
    /// How often it was asked which apps are hidden, or gone.
    var decisionCount = 0
    var holdsItems: Result<Bool, ServiceError> = .success(false)
    /// Called before the answers.
    var willAllow: (@Sendable () -> Void)?
    var willOpenChannel: (@Sendable () -> Void)?
  }
  let state = Mutex(State())

  var events: [LogEvent] { state.withLock { $0.events } }

  func set(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
  }

  func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void
  ) {
    state.withLock { $0.willOpenChannel }?()
    done(
      state.withLock { state in
        state.channelCount += 1
        return state.channel
      })
  }

  func whenKeyIsKnown(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (_ publicKey: [UInt8]?) -> Void
  ) {
    guard let awaitKey = state.withLock({ $0.awaitKey }) else { return done(nil) }
    awaitKey(done)
  }

  func notePrivate(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    state.withLock { $0.notedPrivate.append(index) }
    done(nil)
  }

  func keepSealed(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    state.withLock { $0.keptSealed.append(changes) }
    done(nil)
  }

  func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    done(state.withLock { $0.holdsItems })
  }

  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    state.withLock { $0.served.append(request.message) }
    done(.success(HostReply(.done)))
  }

  var startsExtensions: Bool { state.withLock { $0.startExtension != nil } }

  func startExtension(
    _ request: ExtensionRequest, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let start = state.withLock { state in
      state.started.append(request)
      return state.startExtension
    }
    done(start?(request) ?? nil)
  }

  func allowance(of app: AppIdentity) -> AppAllowance {
    state.withLock { $0.willAllow }?()
    return state.withLock { $0.allowances[app] ?? AppAllowance() }
  }

  func appsHiddenFromSearch() -> Set<String> {
    state.withLock { state in
      state.decisionCount += 1
      return state.hidden
    }
  }

  func goneApps() -> Set<String> {
    state.withLock { state in
      state.decisionCount += 1
      return state.gone
    }
  }

  func historyRules(of app: AppIdentity) -> HistoryRules {
    state.withLock { $0.history[app] ?? HistoryRules() }
  }

  var ordersByChoices: Bool { state.withLock { $0.ordersByChoices } }

  var offersFilters: Bool { state.withLock { $0.offersFilters } }

  var keepsSearches: Bool { state.withLock { $0.keepsSearches } }

  func appsHiddenFromSuggestions() -> Set<String> { state.withLock { $0.unsuggested } }

  func log(_ event: LogEvent) {
    state.withLock { $0.events.append(event) }
  }
}
