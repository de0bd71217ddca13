import CoreSpotlight
import MobileCoreServices
import SampleConnection
import Testing

@Suite("Code as app developers write it")
struct SampleAppTests {
  init() {
    SampleConnection.prepare
  }

  @Test("photos are found by the beginning of their titles, in any case and without marks")
  func photosByTitle() async throws {
    let library = PhotoLibrary(index: CSSearchableIndex(name: "photos-by-title"))
    try await library.add([
      Photo(id: "title-1", title: "Café in Zürich", album: "zurich"),
      Photo(id: "title-2", title: "Bridge in Zürich", album: "zurich"),
      Photo(id: "title-3", title: "Harbour", album: "hamburg", keywords: ["zurich-like"]),
    ])
    #expect(try await library.titles(matching: "cafe zur") == ["Café in Zürich"])
    #expect(try await library.titles(matching: "CAFÉ") == ["Café in Zürich"])
    #expect(try await library.titles(matching: "harb") == ["Harbour"])
    #expect(try await library.titles(matching: "\"nothing\\").isEmpty)
  }

  @Test("an update changes only what it names, and nil deletes")
  func update() async throws {
    let index = CSSearchableIndex(name: "update")
    let photo = Photo(id: "update-1", title: "Sunrise", album: "sky", keywords: ["morning"])
    try await index.indexSearchableItems([CSSearchableItem(photo: photo)])

    let change = CSSearchableItemAttributeSet()
    change.title = "Sunset"
    change.keywords = nil
    let item = CSSearchableItem(
      uniqueIdentifier: "update-1", domainIdentifier: nil, attributeSet: change)
    item.isUpdate = true
    try await index.indexSearchableItems([item])

    let found = try await Self.items("title == \"Sunset\"", ["title", "keywords", "rating"])
    #expect(found.count == 1)
    #expect(found.first?.attributeSet.rating == 4)
    #expect(found.first?.attributeSet.keywords == nil)
    #expect(found.first?.domainIdentifier == "photos.sky")
    #expect(try await Self.items("title == \"Sunrise\"").isEmpty)
  }

  @Test("items are deleted by identifier and by domain")
  func deletion() async throws {
    let library = PhotoLibrary(index: CSSearchableIndex(name: "deletion"))
    let photos = [
      Photo(id: "del-1", title: "Deletable one", album: "a"),
      Photo(id: "del-2", title: "Deletable two", album: "a.sub"),
      Photo(id: "del-3", title: "Deletable three", album: "ab"),
    ]
    try await library.add(photos)
    #expect(try await library.titles(matching: "deletable").count == 3)
    let isRemoved = await withCheckedContinuation { continuation in
      library.remove(photos[2]) { continuation.resume(returning: $0) }
    }
    #expect(isRemoved)
    #expect(try await library.titles(matching: "deletable").count == 2)
    try await library.removeAlbum("a")
    #expect(try await library.titles(matching: "deletable").isEmpty)
  }

  @Test("a range over page counts takes both bounds")
  func pageCounts() async throws {
    let index = CSSearchableIndex(name: "pages")
    let items = (1...9).map { number in
      let attributes = CSSearchableItemAttributeSet(contentType: .pdf)
      attributes.title = "Ranged \(number)"
      attributes.pageCount = number as NSNumber
      return CSSearchableItem(
        uniqueIdentifier: "pages-\(number)", domainIdentifier: "pages", attributeSet: attributes)
    }
    try await index.indexSearchableItems(items)
    let found = try await Self.items("title == \"Ranged*\" && InRange(pageCount, 3, 5)")
    #expect(Set(found.map(\.uniqueIdentifier)) == ["pages-3", "pages-4", "pages-5"])
    let few = try await Self.items("title == \"Ranged*\" && pageCount < 3")
    #expect(few.count == 2)
  }

  @Test("the view model of a search field finds items through handlers")
  func viewModel() async throws {
    let library = PhotoLibrary(index: CSSearchableIndex(name: "view-model"))
    try await library.add([Photo(id: "vm-1", title: "Viewfinder", album: "vm")])
    let model = SearchViewModel()
    try await model.search("title == \"viewf*\"cd", attributes: ["title"])
    #expect(await model.results.map(\.attributeSet.title) == ["Viewfinder"])
    await #expect(throws: CSSearchQueryError.self) {
      try await model.search("title like \"x\"", attributes: [])
    }
  }

  @Test("an index delegate needs its two required methods only, and extensions override all")
  func delegates() async throws {
    let indexer = MailIndexer(indexName: "delegates")
    #expect(indexer.index.indexDelegate === indexer)
    let handler = IndexRequestHandler()
    #expect(
      try handler.data(for: indexer.index, itemIdentifier: "x", typeIdentifier: "y")
        == Data("x".utf8))
    var items: [CSSearchableItem] = []
    handler.searchableItems(forIdentifiers: ["a", "b"]) { items = $0 }
    #expect(items.count == 2)
    let attributes = CSSearchableItemAttributeSet()
    try TextImporter().update(attributes, forFileAt: URL(fileURLWithPath: "/tmp/Letter.txt"))
    #expect(attributes.title == "Letter")
    let recording = RecordingIndex(name: "recording")
    let item = CSSearchableItem(photo: Photo(id: "1", title: "Recorded", album: "a"))
    let record = { recording.indexSearchableItems([item]) }
    record()
    try await recording.indexSearchableItems([item])
    #expect(recording.titles == ["Recorded", "Recorded"])
  }

  @Test("extensions may have initializers of their own")
  func initializersOfExtensions() throws {
    #expect(JournalIndexer().entries == ["entry-1": "First entry"])
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    try LetterImporter(author: "Ada").update(attributes, forFileAt: URL(fileURLWithPath: "/l.txt"))
    #expect(attributes.creator == "Ada")
  }

  @Test("a subclass says itself whether it supports secure coding")
  func secureCodingOfSubclasses() {
    #expect(MarkedAttributeSet.supportsSecureCoding && !FleetingItem.supportsSecureCoding)
    #expect(Correspondent.supportsSecureCoding && RatingKey.supportsSecureCoding)
    let contexts: CSSearchQueryContext.Type = MailQueryContext.self
    #expect(contexts.supportsSecureCoding)
  }

  @Test("the part of a suggestion that was typed is marked by a key of attributed strings")
  func suggestionHighlight() {
    let suggestion = NSMutableAttributedString(string: "pancakes")
    suggestion.addAttribute(
      .suggestionHighlight, value: true, range: NSRange(location: 0, length: 3))
    var typed: [NSRange] = []
    suggestion.enumerateAttribute(
      .suggestionHighlight, in: NSRange(location: 0, length: suggestion.length)
    ) { value, range, _ in
      if value != nil { typed.append(range) }
    }
    #expect(typed == [NSRange(location: 0, length: 3)])
    #expect(NSAttributedString.Key.suggestionHighlight == CSSuggestionHighlightAttributeName)
  }

  @Test("a key that is not searchable is found by its name, and by nothing else")
  func keyThatIsNotSearchable() async throws {
    let key = try #require(
      CSCustomAttributeKey(
        keyName: "com_example_shelfmark", searchable: false, searchableByDefault: false,
        unique: false, multiValued: false))
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = "Shelved"
    attributes.setValue("QA76 lower shelf" as NSString, forCustomKey: key)
    let item = CSSearchableItem(
      uniqueIdentifier: "shelved", domainIdentifier: nil, attributeSet: attributes)
    try await CSSearchableIndex(name: "shelfmarks").indexSearchableItems([item])
    let byName = try await Self.items("com_example_shelfmark == \"QA76*\"c")
    #expect(byName.map(\.uniqueIdentifier) == ["shelved"])
    #expect(
      try await Self.items("com_example_shelfmark != \"QA76*\" && title == \"Shelved\"").isEmpty)
    #expect(try await Self.items("** == \"QA76*\"cdwt").isEmpty)
  }

  @Test("an app's stand-in for an index may begin with any of its initializers")
  func standInIndexes() async throws {
    #expect(StandInIndex().purpose == "nothing")
    #expect(StandInIndex(name: "notes").purpose == "notes")
    let index: any ItemIndexing = StandInIndex(purpose: "stand-in-purpose")
    try await index.indexSearchableItems([
      CSSearchableItem(photo: Photo(id: "stand-in-1", title: "Stand-in photo", album: "s"))
    ])
    #expect(try await Self.items("title == \"Stand-in photo\"").count == 1)
  }

  @Test("acknowledgement handlers may be called from another task")
  func acknowledgingLater() async throws {
    let index = CSSearchableIndex(name: "acknowledging")
    let delegate = ReindexingDelegate()
    let handler = ReindexingHandler()
    await withCheckedContinuation { continuation in
      delegate.searchableIndex(
        index,
        reindexAllSearchableItemsWithAcknowledgementHandler: {
          continuation.resume()
        })
    }
    await withCheckedContinuation { continuation in
      handler.searchableIndex(index, reindexSearchableItemsWithIdentifiers: ["a"]) {
        continuation.resume()
      }
    }
  }

  @Test("an app makes the framework's errors itself, with facts of its own")
  func errorsOfTheApp() {
    let full = CSIndexError(
      .quotaExceeded, userInfo: [NSLocalizedDescriptionKey: "No room", "count": 5])
    #expect(full.code == .quotaExceeded)
    #expect(full.localizedDescription == "No room")
    #expect(full.userInfo["count"] as? Int == 5)
    let object = full as NSError
    #expect(object.domain == CSIndexErrorDomain && object.code == -1004)
    #expect(object.userInfo["count"] as? Int == 5)
    #expect(CSIndexError(.quotaExceeded) == CSIndexError(.quotaExceeded))
    #expect("\(full)" == "CSIndexError.quotaExceeded: No room")
    #expect(CSIndexError(.quotaExceeded) != full)
    #expect(!CSSearchQueryError(.cancelled, userInfo: [:]).localizedDescription.isEmpty)
    do {
      throw full
    } catch CSIndexError.quotaExceeded {
    } catch {
      Issue.record("caught \(error)")
    }
  }

  @Test("items are hashed and compared as objects")
  func objects() {
    let photo = Photo(id: "same", title: "Same", album: "a")
    let first = CSSearchableItem(photo: photo)
    let second = CSSearchableItem(photo: photo)
    let items: Set<CSSearchableItem> = [first, second, first]
    #expect(items.count == 2)
    #expect(first != second)
    #expect(first.searchIdentifier == "same")
    #expect(CSSearchableItem(titled: Photo(id: "x", title: "", album: "a")) == nil)
    #expect(UUID(uuidString: CSSearchableItem().uniqueIdentifier) != nil)
  }

  @Test("an app's own words as content types are kept as they are")
  func junkContentTypes() async throws {
    let attributes = CSSearchableItemAttributeSet(itemContentType: "Text")
    #expect(attributes.contentType == "Text")
    attributes.contentType = "my own type/☃"
    let item = CSSearchableItem(
      uniqueIdentifier: "junk", domainIdentifier: nil, attributeSet: attributes)
    try await CSSearchableIndex(name: "junk").indexSearchableItems([item])
    let found = try await Self.items("contentType == \"my own type/☃\"", ["contentType"])
    #expect(found.first?.attributeSet.contentType == "my own type/☃")
  }

  @Test("an activity carries an attribute set of its own")
  func activity() {
    let activity = Recipes.activity(for: "Pancakes")
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = "Pancakes"
    attributes.relatedUniqueIdentifier = "recipe-1"
    activity.contentAttributeSet = attributes
    activity.isEligibleForPrediction = true
    activity.suggestedInvocationPhrase = "Make my pancakes"
    attributes.title = "Waffles"
    activity.becomeCurrent()
    #expect(activity.contentAttributeSet?.title == "Pancakes")
    #expect(activity.title == "Pancakes")
    #expect(activity.suggestedInvocationPhrase == "Make my pancakes")
    #expect(activity.isEligibleForHandoff && activity.isEligibleForSearch)
    activity.resignCurrent()
    activity.invalidate()
  }

  @Test("a stand-in for an activity says its own type")
  func standInActivity() {
    let activity: NSUserActivity = StandInActivity(
      kind: CSSearchableItemActionType, info: [CSSearchableItemActivityIdentifier: "photo-1"])
    #expect(activity.activityType == CSSearchableItemActionType)
    #expect(activity.userInfo?[CSSearchableItemActivityIdentifier] as? String == "photo-1")
  }

  @Test("a tag may be given as an object")
  func tagsAsObjects() {
    let identifier = UTTypeCreatePreferredIdentifierForTag(
      kUTTagClassFilenameExtension, "pdf" as NSString, nil)?.takeRetainedValue()
    #expect(identifier == kUTTypePDF)
    let identifiers = UTTypeCreateAllIdentifiersForTag(
      kUTTagClassMIMEType, "image/png" as NSString, nil)?.takeRetainedValue()
    #expect(identifiers as? [String] == [kUTTypePNG as String])
  }

  @Test("there are no streams where an activity did not come from another device")
  @MainActor
  func streams() async throws {
    let book = SketchBook(sketch: Data([1, 2, 3]))
    book.userActivityWillSave(book.activity)
    #expect(book.activity.userInfo?["byteCount"] as? Int == 3)
    do {
      try await book.fetch(book.activity)
      Issue.record("There were streams.")
    } catch {
      #expect((error as? CocoaError)?.code == .userActivityConnectionUnavailable)
    }
    #expect(book.sketch.count == 3)
  }

  @Test("synchronous code picks the completion handler, with or without one given")
  func synchronousCalls() async throws {
    let index = CSSearchableIndex(name: "synchronous")
    let item = CSSearchableItem(photo: Photo(id: "sync-1", title: "Synchronized", album: "s"))
    let begin: () -> Void = {
      index.indexSearchableItems([item])
      index.deleteSearchableItems(withIdentifiers: ["unknown"])
    }
    begin()
    await withCheckedContinuation { continuation in
      index.deleteSearchableItems(withDomainIdentifiers: ["unknown"]) { error in
        #expect(error == nil)
        continuation.resume()
      }
    }
    #expect(try await Self.items("title == \"Synchronized\"").count == 1)
  }

  static func items(
    _ queryString: String, _ attributes: [String] = []
  ) async throws -> [CSSearchableItem] {
    var items: [CSSearchableItem] = []
    for try await result in CSSearchQuery(queryString: queryString, attributes: attributes).results
    {
      items.append(result.item)
    }
    return items
  }
}
