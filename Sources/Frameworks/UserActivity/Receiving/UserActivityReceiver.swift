public import Foundation
internal import FresnelPlatform
internal import SpotlightClient
package import SpotlightWire
internal import Synchronization

/// Brings to an app what a person chose elsewhere: one of its items, an activity of its history, a search to go
/// on with, a URL.
///
/// A command-line program becomes a receiver with two lines; one with windows does the first when it starts:
///
/// ```swift
/// UserActivityReceiver.shared.begin(app)
/// dispatchMain()
/// ```
///
/// Set ``queue`` before ``begin(_:)``; all else may be called on any thread.
public final class UserActivityReceiver: Sendable {
  /// The receiver of this process.
  public static let shared = UserActivityReceiver(
    .shared, queue: .chosen, arguments: Array(CommandLine.arguments.dropFirst()))

  private let pipeline: ActivityPipeline
  private let delegateQueue: DelegateQueue
  private let arguments: [String]
  private let state = Mutex(State())

  private struct State: Sendable {
    var delegate: WeakDelegate?
    var history: HistoryHandle?
    var token: String?
    var hasBegun = false
    /// The activities that were delivered, for as long as the app or this process keeps them.
    var delivered: [UInt64: WeakActivity] = [:]
  }

  /// How long a delivered activity is kept where the app does not keep it.
  private static let keeping = Duration.seconds(10)
  /// How long the app may take to show what was delivered.
  private static let showing = Duration.seconds(30)

  /// Makes a receiver.
  init(_ pipeline: ActivityPipeline, queue: DelegateQueue, arguments: [String]) {
    self.pipeline = pipeline
    delegateQueue = queue
    self.arguments = arguments
  }

  /// Where delegates of activities and of the receiver are called: the main queue, unless the app sets another
  /// before ``begin(_:)``. It has to be a serial queue.
  public var queue: DispatchQueue {
    get { DelegateQueue.queue }
    set { DelegateQueue.queue = newValue }
  }

  /// The token with which the app's window gets the focus, for the toolkit; `nil` when the desktop gave none.
  public var activationToken: String? { state.withLock { $0.token } }

  /// Begins to receive. What was chosen before the program ran comes at once, as do URLs on its command line.
  ///
  /// Where no daemon runs, nothing else comes.
  ///
  /// - Parameter delegate: Who opens what comes. It is kept weakly.
  public func begin(_ delegate: any UserActivityReceiverDelegate) {
    let connection = AppConnection.current
    let isFirst = state.withLock { state in
      state.delegate = WeakDelegate(delegate)
      state.history = connection.history
      defer { state.hasBegun = true }
      guard !state.hasBegun else { return false }
      let tokens = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"].compactMap { Environment[$0] }
      state.token = tokens.first { !$0.isEmpty }
      return true
    }
    connection.history.use(pipeline)
    if isFirst { openCommandLine() }
    if connection.reachesService {
      connection.history.receive(self)
    } else {
      ActivityLog.reportOnce(
        "embedded", "UserActivityReceiver",
        "receives nothing but the URLs of the command line: this program keeps its index itself")
    }
  }

  /// Says that the window which shows the restored content is there. Whichever comes first, this or an activity
  /// that becomes current, ends the time that opening it took.
  public func contentWasShown() {
    guard let delivery = pipeline.deliveries.windowWasShown() else { return }
    state.withLock { $0.history }?.tell(restored: delivery, by: .window)
  }

  private func openCommandLine() {
    let urls = CommandLineURLs.find(
      in: arguments, declaring: ProgramManifest.ofProcess?.urlSchemes ?? [])
    guard !urls.isEmpty else { return }
    delegateQueue.run { _ = self.open(urls, for: "") }
  }

  /// - Returns: Whether the app opens one of the URLs.
  private func open(_ urls: [URL], for source: String) -> Bool {
    guard let delegate = state.withLock({ $0.delegate })?.delegate else { return false }
    var isTaken = false
    for url in urls {
      var options: [OpenURLOptionsKey: Any] = [:]
      if !source.isEmpty { options[.sourceApplication] = source }
      if url.isFileURL { options[.openInPlace] = true }
      if delegate.application(self, open: url, options: options) { isTaken = true }
    }
    return isTaken
  }
}

// MARK: - What comes

extension UserActivityReceiver: DeliveryTarget {
  package func announce(_ announcement: WillContinue) {
    withDelegate { delegate in
      _ = delegate.application(
        self, willContinueUserActivityWithType: announcement.type)
    }
  }

  package func continueActivity(
    _ request: ContinueActivity, completion: @escaping @Sendable (Bool) -> Void
  ) {
    note(request.activationToken)
    pipeline.deliveries.note(request.activity, request.delivery)
    pipeline.later(Self.showing) { self.pipeline.deliveries.forget(request.delivery) }
    delegateQueue.run {
      guard let delegate = self.state.withLock({ $0.delegate })?.delegate else {
        self.pipeline.deliveries.forget(request.delivery)
        return completion(false)
      }
      let activity = ActivityPipeline.$override.withValue(self.pipeline) {
        NSUserActivity(
          request.activity, delivery: request.delivery,
          from: request.sourceDevice.isEmpty ? nil : self.origin(of: request.delivery))
      }
      self.keep(activity, request.delivery)
      let isTaken = delegate.application(
        self, continue: activity,
        restorationHandler: { objects in self.restore(objects ?? [], activity) })
      if !isTaken { self.pipeline.deliveries.forget(request.delivery) }
      completion(isTaken)
    }
  }

  package func openURLs(
    _ request: OpenURLs, completion: @escaping @Sendable (Bool) -> Void
  ) {
    note(request.activationToken)
    delegateQueue.run {
      completion(self.open(request.urls.compactMap { URL(string: $0) }, for: request.sourceApp))
    }
  }

  package func noteFailure(_ failure: FailedToContinue) {
    let known = NSUserActivityHandoffFailedError...NSUserActivityHandoffUserInfoTooLargeError
    let code = Int(failure.code)
    let error = CocoaError(
      known.contains(code) ? CocoaError.Code(rawValue: code) : .userActivityHandoffFailed,
      userInfo: [NSLocalizedDescriptionKey: failure.message])
    withDelegate { delegate in
      delegate.application(
        self, didFailToContinueUserActivityWithType: failure.type, error: error)
    }
  }

  package func update(_ update: ActivityUpdate) {
    withDelegate { delegate in
      let known = self.state.withLock { $0.delivered[update.delivery] }?.activity
      if let known { known.update(to: update.activity) }
      let activity =
        known
        ?? ActivityPipeline.$override.withValue(self.pipeline) {
          NSUserActivity(
            update.activity, delivery: update.delivery,
            from: self.origin(of: update.delivery))
        }
      self.keep(activity, update.delivery)
      delegate.application(self, didUpdate: activity)
    }
  }

  private func withDelegate(
    _ body: @escaping @Sendable (any UserActivityReceiverDelegate) -> Void
  ) {
    delegateQueue.run {
      if let delegate = self.state.withLock({ $0.delegate })?.delegate { body(delegate) }
    }
  }

  /// Where a delivery comes from that another device handed over.
  private func origin(of delivery: UInt64) -> ActivityOrigin? {
    state.withLock { $0.history }.map { ActivityOrigin(delivery: delivery, history: $0) }
  }

  private func note(_ token: String?) {
    if let token { state.withLock { $0.token = token } }
  }

  /// Keeps an activity for a while, as the app may not. Called where delegates are.
  private func keep(_ activity: NSUserActivity, _ delivery: UInt64) {
    state.withLock { state in
      state.delivered = state.delivered.filter { $0.value.exists }
      state.delivered[delivery] = WeakActivity(activity)
    }
    let kept = Handed(activity)
    pipeline.later(Self.keeping) { self.delegateQueue.run { _ = kept } }
  }

  private func restore(_ objects: [any UserActivityRestoring], _ activity: NSUserActivity) {
    let handed = Handed((objects, activity))
    let body: @Sendable () -> Void = {
      for object in handed.value.0 { object.restoreUserActivityState(handed.value.1) }
    }
    if delegateQueue.isHere() { body() } else { delegateQueue.run(body) }
  }
}

/// The app's delegate, not kept alive.
private final class WeakDelegate: @unchecked Sendable {
  // Sendable: the reference is set once, and read where delegates are called.
  private(set) weak var delegate: (any UserActivityReceiverDelegate)?

  init(_ delegate: any UserActivityReceiverDelegate) {
    self.delegate = delegate
  }
}

/// What is handed to the queue on which delegates are called.
private struct Handed<Value>: @unchecked Sendable {
  // Sendable: the value is used on that queue alone, on which the app promised to use it.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
