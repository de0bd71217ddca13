import FresnelModel
import SpotlightClient
import SpotlightWire
import Testing

@testable import CoreSpotlight

/// What an app's activities come to in its history.
@Suite("Activities in history", .serialized)
struct ActivityHistoryTests {
  /// An app, and a person who looks at its history.
  private struct Stage {
    let person: ServiceConnection

    /// The titles in the app's history, with the number of visits, sorted.
    func history() async throws -> [String] {
      // What was handed over before is answered before.
      await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["none"])
      let answer = try await withCheckedThrowingContinuation { continuation in
        person.request(.listHistory(ListHistory(app: "com.example.tests", limit: 100))) {
          continuation.resume(with: $0)
        }
      }
      guard case .historyListed(let page) = answer.message else { return ["\(answer.message)"] }
      return page.entries.map { "\($0.title) \($0.visitCount)" }.sorted()
    }

    /// The history once it is what is expected, or as it is after many looks. Activities that wait for items come
    /// when those are answered, which no call of the app tells.
    func history(becoming expected: [String]) async throws -> [String] {
      let start = ContinuousClock.now
      var found = try await history()
      while found != expected, ContinuousClock.now < start + .seconds(30) {
        found = try await history()
      }
      return found
    }

    func visit(_ activity: NSUserActivity) {
      activity.becomeCurrent()
      activity.resignCurrent()
    }
  }

  private func withStage(_ body: (Stage) async throws -> Void) async throws {
    try await withConnection { (index) async throws in
      let person = index.personConnection()
      defer { person.close() }
      try await body(Stage(person: person))
    }
  }

  private func activity(
    _ title: String, related: String? = nil, weaklyRelated: String? = nil, domain: String? = nil
  ) -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.view")
    activity.title = title
    activity.userInfo = ["title": title]
    activity.isEligibleForSearch = true
    activity.persistentIdentifier = title
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.relatedUniqueIdentifier = related
    attributes.weakRelatedUniqueIdentifier = weaklyRelated
    attributes.domainIdentifier = domain
    activity.contentAttributeSet = attributes
    return activity
  }

  @Test("what a person saw is kept once, and goes when the app says so")
  func keeping() async throws {
    try await withStage { (stage) async throws in
      let (soup, bread) = (activity("Soup"), activity("Bread"))
      stage.visit(soup)
      stage.visit(bread)
      stage.visit(soup)
      #expect(try await stage.history() == ["Bread 1", "Soup 1"])
      let hidden = activity("Hidden")
      hidden.isEligibleForSearch = false
      stage.visit(hidden)
      await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["Soup"])
      #expect(try await stage.history() == ["Bread 1"])
      stage.visit(soup)
      await NSUserActivity.deleteAllSavedUserActivities()
      #expect(try await stage.history() == [])
    }
  }

  @Test(
    "an activity of an item is kept while the item exists, without waiting for the item's index")
  func related() async throws {
    try await withStage { (stage) async throws in
      let index = CSSearchableIndex(name: "recipes")
      stage.visit(activity("Nowhere", related: "unknown"))
      let begin: () -> Void = { index.indexSearchableItems([item("soup", "Soup")]) }
      begin()
      stage.visit(activity("Soup", related: "soup"))
      stage.visit(activity("Weak", weaklyRelated: "soup"))
      #expect(
        try await stage.history(becoming: ["Soup 1", "Weak 1"]) == ["Soup 1", "Weak 1"])
      try await index.deleteSearchableItems(withIdentifiers: ["soup"])
      #expect(try await stage.history() == ["Weak 1"])
    }
  }

  @Test("activities go with their domain, and do not come back by a late save")
  func domains() async throws {
    try await withStage { (stage) async throws in
      let index = CSSearchableIndex(name: "recipes")
      let open = activity("Open", domain: "kitchen.soups")
      stage.visit(activity("Soup", domain: "kitchen.soups"))
      stage.visit(activity("Mail", domain: "mail"))
      open.becomeCurrent()
      try await index.deleteSearchableItems(withDomainIdentifiers: ["kitchen"])
      open.title = "Open still"
      open.resignCurrent()
      #expect(try await stage.history() == ["Mail 1"])
      stage.visit(open)
      #expect(try await stage.history() == ["Mail 1", "Open still 1"])
    }
  }
}
