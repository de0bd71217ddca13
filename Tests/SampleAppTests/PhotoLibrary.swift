import CoreSpotlight
import MobileCoreServices

/// A model object of the sample app.
struct Photo: Identifiable {
  let id: String
  var title: String
  var album: String
  var keywords: [String] = []
  var taken = Date()
}

// What apps add to the framework's classes in extensions of their own.

extension CSSearchableItemAttributeSet {
  convenience init(photo: Photo) {
    self.init(itemContentType: kUTTypeImage as String)
    title = photo.title
    contentDescription = "A photo from \(photo.album)"
    keywords = photo.keywords
    contentCreationDate = photo.taken
    rating = 4
    pixelWidth = 4032
    pixelHeight = 3024.0 as NSNumber
    flashOn = true
  }
}

extension CSSearchableItem {
  convenience init(photo: Photo) {
    self.init(
      uniqueIdentifier: photo.id, domainIdentifier: "photos.\(photo.album)",
      attributeSet: CSSearchableItemAttributeSet(photo: photo))
    expirationDate = .distantFuture
  }

  /// Fails for a photo without a title.
  convenience init?(titled photo: Photo) {
    guard !photo.title.isEmpty else { return nil }
    self.init(photo: photo)
  }
}

protocol Searchable {
  var searchIdentifier: String { get }
}

extension CSSearchableItem: Searchable {
  var searchIdentifier: String { uniqueIdentifier }
}

/// Puts photos into the index and finds them again.
final class PhotoLibrary: Sendable {
  private let index: CSSearchableIndex

  init(index: CSSearchableIndex = .default()) {
    self.index = index
  }

  func add(_ photos: [Photo]) async throws {
    try await index.indexSearchableItems(photos.map { CSSearchableItem(photo: $0) })
  }

  func remove(_ photo: Photo, then done: @escaping @Sendable (Bool) -> Void) {
    index.deleteSearchableItems(withIdentifiers: [photo.id]) { error in
      if let error {
        print("Could not delete: \(error.localizedDescription)")
      }
      done(error == nil)
    }
  }

  func removeAlbum(_ album: String) async throws {
    try await index.deleteSearchableItems(withDomainIdentifiers: ["photos.\(album)"])
  }

  /// The titles of the photos that what a person types finds.
  func titles(matching typed: String) async throws -> [String] {
    let escaped = typed.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    let context = CSSearchQueryContext()
    context.fetchAttributes = ["title"]
    let query = CSSearchQuery(queryString: "** == \"\(escaped)*\"cdwt", queryContext: context)
    var titles: [String] = []
    for try await result in query.results {
      if let title = result.item.attributeSet.title { titles.append(title) }
    }
    return titles.sorted()
  }
}
