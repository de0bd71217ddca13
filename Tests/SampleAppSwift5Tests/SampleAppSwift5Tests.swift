import CoreSpotlight
import MobileCoreServices
import SampleConnection
import Testing

/// App code in Swift 5 mode, written before there was concurrency checking.
final class LegacyIndexer: NSObject {
  static let shared = LegacyIndexer()
  var lastError: Error?
  var currentQuery: CSSearchQuery?

  func index(title: String, identifier: String, completion: @escaping (Error?) -> Void) {
    let attributeSet = CSSearchableItemAttributeSet(itemContentType: kUTTypeText as String)
    attributeSet.title = title
    attributeSet.keywords = ["legacy"]
    attributeSet.thumbnailData = Data([1, 2, 3])
    attributeSet.supportsPhoneCall = true
    attributeSet.phoneNumbers = ["+46 8 123 456"]
    attributeSet.latitude = 59.33
    attributeSet.setValue("blue", forKey: "com_example_colour")
    let item = CSSearchableItem(
      uniqueIdentifier: identifier, domainIdentifier: "legacy", attributeSet: attributeSet)
    item.expirationDate = Date.distantFuture
    CSSearchableIndex.default().indexSearchableItems([item]) { error in
      self.lastError = error
      DispatchQueue.global().async { completion(error) }
    }
  }

  func search(_ text: String, completion: @escaping ([String]) -> Void) {
    var titles: [String] = []
    let query = CSSearchQuery(
      queryString: "title == '*\(text)*'cd || com_example_colour == '\(text)'c",
      attributes: ["title", "com_example_colour"])
    query.foundItemsHandler = { items in
      titles.append(contentsOf: items.map { $0.attributeSet.title ?? "" })
    }
    query.completionHandler = { error in
      self.lastError = error
      completion(titles)
    }
    currentQuery = query
    query.start()
  }
}

extension LegacyIndexer: CSSearchableIndexDelegate {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping () -> Void
  ) {
    acknowledgementHandler()
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    acknowledgementHandler()
  }
}

/// A stand-in for an index, written when handlers were plain functions.
class LegacyStandInIndex: CSSearchableIndex, @unchecked Sendable {
  var items = [CSSearchableItem]()

  override func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: ((Error?) -> Void)? = nil
  ) {
    self.items.append(contentsOf: items)
    completionHandler?(nil)
  }

  override func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String], completionHandler: ((Error?) -> Void)? = nil
  ) {
    items.removeAll { domainIdentifiers.contains($0.domainIdentifier ?? "") }
    completionHandler?(nil)
  }
}

/// A scene that goes back to where the person was, written when nothing was checked across threads.
class LegacyScene: NSObject, NSUserActivityDelegate, UserActivityReceiverDelegate,
  UserActivityRestoring
{
  var userActivity: NSUserActivity?
  var page = 1
  var saveCount = 0

  func show(page: Int) {
    self.page = page
    let activity = userActivity ?? NSUserActivity(activityType: "com.example.legacy.read")
    activity.delegate = self
    activity.title = "Page"
    activity.isEligibleForSearch = true
    activity.requiredUserInfoKeys = ["page"]
    activity.needsSave = true
    userActivity = activity
    activity.becomeCurrent()
  }

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    saveCount += 1
    userActivity.addUserInfoEntries(from: ["page": page, "read": NSNumber(value: true)])
  }

  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([UserActivityRestoring]?) -> Void
  ) -> Bool {
    DispatchQueue.main.async { restorationHandler([self]) }
    return true
  }

  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    return options[.openInPlace] as? Bool ?? true
  }

  func restoreUserActivityState(_ userActivity: NSUserActivity) {
    if let page = userActivity.userInfo?["page"] as? Int { self.page = page }
  }
}

@Suite("Code in Swift 5 mode")
struct SampleAppSwift5Tests {
  init() {
    SampleConnection.prepare
  }

  @Test("items are indexed and found with completion handlers and captured variables")
  func completionHandlers() async throws {
    let indexer = LegacyIndexer.shared
    let error: Error? = await withCheckedContinuation { continuation in
      indexer.index(title: "Lägacy code", identifier: "legacy-1") {
        continuation.resume(returning: $0)
      }
    }
    #expect(error == nil)
    for text in ["LAGACY", "BLUE"] {
      let titles = await withCheckedContinuation { continuation in
        indexer.search(text) { continuation.resume(returning: $0) }
      }
      #expect(titles == ["Lägacy code"])
    }
    let batchIndex = CSSearchableIndex(name: "legacy-batches")
    batchIndex.indexDelegate = indexer
    let begin = {
      batchIndex.beginBatch()
      batchIndex.indexSearchableItems([])
    }
    begin()
    let failure: Error? = await withCheckedContinuation { continuation in
      batchIndex.endBatch(withClientState: Data(count: 251)) { continuation.resume(returning: $0) }
    }
    #expect((failure as NSError?)?.domain == CSIndexErrorDomain)
    #expect((failure as NSError?)?.code == CSIndexError.Code.invalidClientStateError.rawValue)
  }

  @Test("typed text is searched for with handlers, and with a sequence")
  func typedText() async throws {
    let attributes = CSSearchableItemAttributeSet(itemContentType: kUTTypeText as String)
    attributes.title = "Vermilion sketch"
    let item = CSSearchableItem(
      uniqueIdentifier: "legacy-typed", domainIdentifier: nil, attributeSet: attributes)
    try await CSSearchableIndex(name: "legacy-typed").indexSearchableItems([item])
    let search = LegacySearch()
    for text in ["vermil", "vermilino", nil] {
      let error: Error? = await withCheckedContinuation { continuation in
        search.search(text) { continuation.resume(returning: $0) }
      }
      #expect(error == nil)
      #expect(search.found == (text == nil ? [] : ["Vermilion sketch"]))
      #expect(search.suggested.first?.lowercased() == (text == nil ? nil : "vermilion"))
    }
    #expect(await search.responses("vermil sk").prefix(2) == ["legacy-typed", "vermil sketch"])
  }

  @Test("a scene saves its state when it is left, and is restored from it")
  @MainActor
  func scenes() throws {
    let scene = LegacyScene()
    scene.show(page: 7)
    scene.userActivity?.resignCurrent()
    #expect(scene.saveCount == 1)
    let next = LegacyScene()
    let activity = try #require(scene.userActivity)
    next.restoreUserActivityState(activity)
    #expect(next.page == 7)
    #expect(next.application(.shared, continue: activity, restorationHandler: { _ in }))
    activity.invalidate()
    NSUserActivity.deleteAllSavedUserActivities {}
  }

  @Test("there are no streams where an activity did not come from another device")
  func streams() async {
    let sketch = LegacySketch()
    let activity = NSUserActivity(activityType: "com.example.photos.sketch")
    activity.delegate = sketch
    await withCheckedContinuation { continuation in
      sketch.didFinish = { continuation.resume() }
      sketch.fetch(activity)
    }
    #expect((sketch.failure as? CocoaError)?.code == .userActivityConnectionUnavailable)
  }

  @Test("handlers that are plain functions stand in for handlers that cross threads")
  func plainHandlers() {
    let index = LegacyStandInIndex(name: "legacy-stand-in")
    let item = CSSearchableItem(
      uniqueIdentifier: "1", domainIdentifier: "old",
      attributeSet: CSSearchableItemAttributeSet(itemContentType: kUTTypeData as String))
    var calls = 0
    index.indexSearchableItems([item]) { _ in calls += 1 }
    #expect(index.items == [item])
    index.deleteSearchableItems(withDomainIdentifiers: ["old"]) { _ in calls += 1 }
    #expect(index.items.isEmpty)
    #expect(calls == 2)
  }
}
