import Testing

@testable import UserActivity

@Suite("NSUserActivity", .serialized)
struct NSUserActivityTests {
  @Test("one activity is current at a time, and none after it ended")
  func current() {
    let stage = PipelineStage()
    ActivityPipeline.$override.withValue(stage.pipeline) { becomeCurrent() }
  }

  private func becomeCurrent() {
    let first = NSUserActivity(activityType: "com.example.first")
    let second = NSUserActivity(activityType: "com.example.second")
    first.becomeCurrent()
    #expect(first.isCurrent)
    second.becomeCurrent()
    #expect(!first.isCurrent && second.isCurrent)
    first.resignCurrent()
    #expect(second.isCurrent)
    second.resignCurrent()
    #expect(!second.isCurrent)
    second.becomeCurrent()
    second.invalidate()
    second.becomeCurrent()
    #expect(!second.isCurrent)
  }

  @Test("being current keeps no activity alive")
  func lifetime() {
    weak var gone: NSUserActivity?
    let stage = PipelineStage()
    ActivityPipeline.$override.withValue(stage.pipeline) {
      let activity = NSUserActivity(activityType: "com.example.short")
      activity.becomeCurrent()
      gone = activity
    }
    #expect(gone == nil)
  }

  @Test("an entry that no activity can carry is left out, and named by its path")
  func userInfo() throws {
    let entries: [AnyHashable: Any] = [
      "text": "a", "number": 1, "flag": true, "date": Date(), "data": Data([1]),
      "url": try #require(URL(string: "https://example.com")), "null": NSNull(),
      "list": ["a", 1, ["b": Set(["c"])]] as [Any], 7: "numbered",
      "bad": ["list": ["fine", NSObject()]] as [String: Any],
    ]
    let check = UserInfoCheck(entries)
    #expect(check.accepted.count == entries.count - 1)
    #expect(check.problems.map(\.keyPath) == ["userInfo.bad.list[1]"])
    let activity = NSUserActivity(activityType: "com.example.view")
    activity.userInfo = entries
    #expect(activity.userInfo?["text"] as? String == "a")
    #expect(activity.userInfo?["bad"] == nil)
    activity.addUserInfoEntries(from: ["text": "b", "more": NSObject()])
    #expect(activity.userInfo?["text"] as? String == "b")
    #expect(activity.userInfo?["more"] == nil)
  }

  @Test("deep nesting is refused, not followed")
  func depth() {
    var value: Any = "end"
    for _ in 0..<500 { value = [value] }
    #expect(UserInfoCheck(["deep": value]).problems.count == 1)
  }

  @Test("only web addresses are taken as the web page")
  func webpage() {
    let activity = NSUserActivity(activityType: "com.example.view")
    activity.webpageURL = URL(string: "https://example.com/a?b#c")
    activity.webpageURL = URL(fileURLWithPath: "/tmp")
    #expect(activity.webpageURL?.absoluteString == "https://example.com/a?b#c")
    activity.webpageURL = nil
    #expect(activity.webpageURL == nil)
  }

  @Test("the defaults are those of the documentation")
  func defaults() {
    let activity = NSUserActivity(activityType: "com.example.view")
    #expect(activity.isEligibleForHandoff)
    #expect(!activity.isEligibleForSearch && !activity.isEligibleForPublicIndexing)
    #expect(!activity.isEligibleForPrediction && !activity.supportsContinuationStreams)
    #expect(activity.keywords.isEmpty && activity.userInfo == nil && !activity.needsSave)
    #expect(NSUserActivity().activityType.isEmpty)
    #expect(NSUserActivityTypeBrowsingWeb == "NSUserActivityTypeBrowsingWeb")
  }

  @Test("a typed payload comes back as its own type only")
  func typedPayload() throws {
    struct Place: Codable, Equatable { var name: String }
    let activity = NSUserActivity(activityType: "com.example.view")
    #expect(throws: NSUserActivity.TypedPayloadError.self) {
      try activity.typedPayload(Place.self)
    }
    try activity.setTypedPayload(Place(name: "Here"))
    #expect(try activity.typedPayload(Place.self) == Place(name: "Here"))
    #expect(throws: NSUserActivity.TypedPayloadError.self) { try activity.typedPayload(Int.self) }
  }

  @Test("deleting saved activities calls back, and streams are refused without another device")
  func callbacks() async {
    await NSUserActivity.deleteAllSavedUserActivities()
    await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a"])
    let activity = NSUserActivity(activityType: "com.example.view")
    await #expect(throws: CocoaError.self) { _ = try await activity.continuationStreams() }
  }

  @Test("a delegate may leave out every method")
  func delegate() {
    final class Delegate: NSObject, NSUserActivityDelegate {}
    let delegate = Delegate()
    let activity = NSUserActivity(activityType: "com.example.view")
    activity.delegate = delegate
    activity.delegate?.userActivityWillSave(activity)
    activity.delegate?.userActivityWasContinued(activity)
    #expect(activity.delegate === delegate)
  }

  @Test("the errors of activities have the numbers that Foundation gives them")
  func errorNumbers() {
    let numbers: [(CocoaError.Code, Int)] = [
      (.userActivityHandoffFailed, NSUserActivityHandoffFailedError),
      (.userActivityConnectionUnavailable, NSUserActivityConnectionUnavailableError),
      (.userActivityRemoteApplicationTimedOut, NSUserActivityRemoteApplicationTimedOutError),
      (.userActivityHandoffUserInfoTooLarge, NSUserActivityHandoffUserInfoTooLargeError),
    ]
    for (code, number) in numbers {
      #expect(code.rawValue == number)
      #expect(NSUserActivityErrorMinimum...NSUserActivityErrorMaximum ~= number)
    }
  }
}
