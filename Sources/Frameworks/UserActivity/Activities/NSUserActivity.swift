public import Foundation
internal import SpotlightWire

/// What a person is doing in an app at a moment, in a form that can be found, handed on and resumed.
///
/// Use an activity from one thread at a time, and keep a strong reference to it for as long as it
/// should be current: nothing else does. Its delegate is called inside calls of the app on the activity, or on
/// the main queue; <doc:ActivitiesAndTheirThreads> tells when, and how to choose another queue.
open class NSUserActivity: NSObject {
  /// The kind of activity, in reverse-DNS form, as listed under `NSUserActivityTypes` in the app's
  /// `Info.plist`.
  open var activityType: String { record.activityType }

  /// The name of the activity, shown to people and searched. Search needs one.
  open var title: String? {
    get { record.content.title }
    set { change { $0.title = newValue } }
  }

  /// What the app needs in order to resume the activity.
  ///
  /// Arrays, data, dates, dictionaries, nulls, numbers, sets, text and URLs are taken, to any
  /// depth up to 64. An entry that holds anything else is left out, and a line on standard error names it.
  open var userInfo: [AnyHashable: Any]? {
    get { acceptedUserInfo }
    set {
      guard let newValue else {
        acceptedUserInfo = nil
        return change { $0.userInfo = nil }
      }
      let check = UserInfoCheck(newValue)
      for problem in check.problems { ActivityLog.report(activityType, problem.description) }
      acceptedUserInfo = check.accepted
      change { $0.userInfo = check.values }
    }
  }
  private var acceptedUserInfo: [AnyHashable: Any]?

  /// The keys of ``userInfo`` that must survive until the activity is resumed.
  ///
  /// Where there are any, an activity that is resumed later has these entries alone, and two activities with the
  /// same values under them are the same place.
  open var requiredUserInfoKeys: Set<String>? {
    get { record.content.requiredUserInfoKeys }
    set { change { $0.requiredUserInfoKeys = newValue } }
  }

  /// Whether ``userInfo`` is out of date, so that the delegate is asked before it is handed on.
  ///
  /// The delegate is asked once for each time that this was set, and it is `false` when it is asked. What the
  /// delegate sets it to meanwhile does not count.
  open var needsSave: Bool {
    get { record.life.needsSave }
    set {
      record.withLock { $0.life.setNeedsSave(newValue) }
      if newValue { pipeline.noteChange(of: record) }
    }
  }

  /// The web page that shows the same, for devices without the app.
  ///
  /// Only `http` and `https` addresses are taken. Any other leaves the property as it was, and a
  /// line on standard error says so.
  open var webpageURL: URL? {
    get { record.content.webpageURL }
    set {
      if let newValue, !Self.isWebAddress(newValue) {
        ActivityLog.report(
          activityType, "webpageURL \(newValue.absoluteString) is no http or https address")
      } else {
        change { $0.webpageURL = newValue }
      }
    }
  }

  /// The page that linked to ``webpageURL``.
  open var referrerURL: URL? {
    get { record.content.referrerURL }
    set { change { $0.referrerURL = newValue } }
  }

  /// When the activity is no longer offered; without one it is forgotten 30 days after the last visit.
  open var expirationDate: Date? {
    get { record.content.expirationDate }
    set { change { $0.expirationDate = newValue } }
  }

  /// Words, in the person's language, that find the activity besides its title.
  open var keywords: Set<String> {
    get { record.content.keywords }
    set { change { $0.keywords = newValue } }
  }

  /// Whether the resuming side may ask for streams back to this one.
  open var supportsContinuationStreams: Bool {
    get { has(.streams) }
    set { set(.streams, newValue) }
  }

  /// The object that is told what happens to the activity.
  open weak var delegate: (any NSUserActivityDelegate)? {
    didSet {
      let hasDelegate = delegate != nil
      record.withLock { $0.life.hasDelegate = hasDelegate }
    }
  }

  /// What a scene of the app can be picked by.
  open var targetContentIdentifier: String? {
    get { record.content.targetContentIdentifier }
    set { change { $0.targetContentIdentifier = newValue } }
  }

  /// Whether the activity may be handed to another device.
  open var isEligibleForHandoff: Bool {
    get { has(.handoff) }
    set { set(.handoff, newValue) }
  }

  /// Whether the activity may be found by search on this device.
  open var isEligibleForSearch: Bool {
    get { has(.search) }
    set { set(.search, newValue) }
  }

  /// Whether the activity may be found by everybody. Needs ``requiredUserInfoKeys`` or
  /// ``webpageURL``. It is kept as set; nothing sends activities to a public index.
  open var isEligibleForPublicIndexing: Bool {
    get { has(.publicIndexing) }
    set { set(.publicIndexing, newValue) }
  }

  /// Whether the activity may be suggested as a shortcut. It is kept as set; nothing suggests shortcuts.
  open var isEligibleForPrediction: Bool {
    get { has(.prediction) }
    set { set(.prediction, newValue) }
  }

  /// The words with which a person might ask for the activity. It is kept as set; nothing reads it.
  open var suggestedInvocationPhrase: String?

  /// The app's name for the activity, by which to delete it later.
  open var persistentIdentifier: NSUserActivityPersistentIdentifier? {
    get { record.content.persistentIdentifier }
    set { change { $0.persistentIdentifier = newValue } }
  }

  /// What another framework attaches: Core Spotlight keeps the attribute set here.
  package var attachedAttributes: (any AttachedAttributes)? {
    get { record.content.attributes }
    set { change { $0.attributes = newValue } }
  }

  /// All that may be read of the activity from other threads.
  let record: ActivityRecord
  /// The device from which the activity was handed over; `nil` when it was not.
  private var origin: ActivityOrigin?
  private let pipeline = ActivityPipeline.current

  /// Makes an activity of a kind.
  ///
  /// - Parameter activityType: The kind, in reverse-DNS form.
  public init(activityType: String) {
    record = ActivityRecord(activityType: activityType)
    super.init()
    if activityType.isEmpty {
      ActivityLog.report(activityType, "activityType is empty")
    }
  }

  /// Makes an activity of the first kind listed under `NSUserActivityTypes` in the app's
  /// `Info.plist`; prefer ``init(activityType:)``.
  public override convenience init() {
    let declared = Bundle.main.object(forInfoDictionaryKey: "NSUserActivityTypes") as? [String]
    self.init(activityType: declared?.first ?? "")
  }

  /// Makes an activity that comes from the service.
  ///
  /// - Parameters:
  ///   - activity: What it is to hold.
  ///   - delivery: The number of the delivery, for what is said of it later.
  ///   - origin: The device from which it was handed over; `nil` when it was not.
  convenience init(_ activity: WireActivity, delivery: UInt64, from origin: ActivityOrigin? = nil) {
    self.init(activityType: activity.type)
    update(to: activity)
    record.withLock { $0.life.delivery = delivery }
    self.origin = origin
  }

  deinit {
    pipeline.end(of: record)
  }

  /// Takes over what the device from which the activity comes has changed.
  func update(to activity: WireActivity) {
    let content = ActivityContent(activity)
    acceptedUserInfo = content.userInfo?.foundationValue
    change { current in
      let attributes = current.attributes
      current = content
      current.attributes = attributes
    }
  }

  /// Adds entries to ``userInfo``; a new value replaces an old one.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
  }

  /// Makes this what the person is doing now; the activity that was current steps back.
  ///
  /// An activity that may be found by search goes to the app's history when it has been current for a moment.
  /// The call does nothing after ``invalidate()``. Where the app declares its types, it does nothing for an
  /// activity of another type, and a line on standard error says so.
  open func becomeCurrent() {
    pipeline.becomeCurrent(self)
  }

  /// Steps back; the activity may become current again.
  open func resignCurrent() {
    pipeline.resignCurrent(self)
  }

  /// Ends the activity for good.
  open func invalidate() {
    pipeline.invalidate(self)
  }

  /// Whether this is what the person is doing now.
  package var isCurrent: Bool {
    pipeline.isCurrent(record)
  }

  /// Asks for streams back to the app on the device that the activity came from.
  ///
  /// The streams are not open yet. <doc:StreamsBetweenDevices> tells how they behave.
  ///
  /// - Parameter completionHandler: Called once, on any thread, with two streams, or with an error:
  ///   `CocoaError.Code.userActivityConnectionUnavailable` when the activity did not come from another device, or that
  ///   cannot be reached; `userActivityHandoffFailed` when its app opens no streams.
  open func getContinuationStreams(
    completionHandler: @escaping @Sendable (InputStream?, OutputStream?, (any Error)?) -> Void
  ) {
    ActivityOrigin.openStreams(to: origin) { result in
      DispatchQueue.global().async {
        do throws(CocoaError) {
          let streams = try ContinuationStreams(over: result)
          completionHandler(streams.input, streams.output, nil)
        } catch {
          completionHandler(nil, nil, error)
        }
      }
    }
  }

  /// Asks for streams back to the app on the device that the activity came from.
  ///
  /// The streams are not open yet. <doc:StreamsBetweenDevices> tells how they behave.
  ///
  /// - Throws: `CocoaError.Code.userActivityConnectionUnavailable` when the activity did not come from another device,
  ///   or that cannot be reached; `userActivityHandoffFailed` when its app opens no streams.
  nonisolated(nonsending) open func continuationStreams() async throws -> (
    InputStream, OutputStream
  ) {
    let origin = origin
    let result = await withCheckedContinuation { continuation in
      ActivityOrigin.openStreams(to: origin) { continuation.resume(returning: $0) }
    }
    let streams = try ContinuationStreams(over: result)
    return (streams.input, streams.output)
  }

  /// Deletes what search and shortcuts keep of some of the app's activities.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    delete(.persistentIdentifiers(persistentIdentifiers), completionHandler: handler)
  }

  /// Deletes what search and shortcuts keep of some of the app's activities.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
  ) async {
    await withCheckedContinuation { continuation in
      deleteSavedUserActivities(withPersistentIdentifiers: persistentIdentifiers) {
        continuation.resume()
      }
    }
  }

  /// Deletes what search and shortcuts keep of all of the app's activities.
  open class func deleteAllSavedUserActivities(
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    delete(.all, completionHandler: handler)
  }

  /// Deletes what search and shortcuts keep of all of the app's activities.
  open class func deleteAllSavedUserActivities() async {
    await withCheckedContinuation { continuation in
      deleteAllSavedUserActivities { continuation.resume() }
    }
  }

  private class func delete(
    _ choice: ActivityChoice, completionHandler handler: @escaping @Sendable () -> Void
  ) {
    HistorySink(AppConnection.current, ActivityPipeline.current).delete(choice) {
      DispatchQueue.global().async(execute: handler)
    }
  }

  private func change(_ body: (inout ActivityContent) -> Void) {
    record.change(body)
    pipeline.noteChange(of: record)
  }

  private func has(_ flag: ActivityFlags) -> Bool {
    record.content.flags.contains(flag)
  }

  private func set(_ flag: ActivityFlags, _ value: Bool) {
    change { content in
      if value { content.flags.insert(flag) } else { content.flags.remove(flag) }
    }
  }

  private static func isWebAddress(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased() else { return false }
    return scheme == "http" || scheme == "https"
  }
}

/// The app's name for an activity, by which to delete it later.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of the activity with which an app continues a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
