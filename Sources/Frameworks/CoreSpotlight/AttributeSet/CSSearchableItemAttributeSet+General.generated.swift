// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - General

extension CSSearchableItemAttributeSet {
  /// The localized name that a result row shows as its heading.
  public var displayName: String? {
    get { self[string: .displayName] }
    set { self[string: .displayName] = newValue }
  }

  /// Other localized names under which the item may be found.
  public var alternateNames: [String]? {
    get { self[strings: .alternateNames] }
    set { self[strings: .alternateNames] = newValue }
  }

  /// The full path of the item when it is a file.
  public var path: String? {
    get { self[string: .path] }
    set { self[string: .path] = newValue }
  }

  /// The file URL of what the item stands for; two items of one URL are the same thing.
  public var contentURL: URL? {
    get { self[url: .contentURL] }
    set { self[url: .contentURL] = newValue }
  }

  /// The local file URL of the picture shown in the row.
  public var thumbnailURL: URL? {
    get { self[url: .thumbnailURL] }
    set { self[url: .thumbnailURL] = newValue }
  }

  /// The encoded picture shown in the row.
  public var thumbnailData: Data? {
    get { self[data: .thumbnailData] }
    set { self[data: .thumbnailData] = newValue }
  }

  /// The local file URL of the picture shown while the appearance is dark.
  public var darkThumbnailURL: URL? {
    get { self[url: .darkThumbnailURL] }
    set { self[url: .darkThumbnailURL] = newValue }
  }

  /// The unique identifier of the indexed item that an activity belongs to and is deleted with.
  public var relatedUniqueIdentifier: String? {
    get { self[string: .relatedUniqueIdentifier] }
    set { self[string: .relatedUniqueIdentifier] = newValue }
  }

  /// The unique identifier of an item that an activity belongs to, though each lives on its own.
  public var weakRelatedUniqueIdentifier: String? {
    get { self[string: .weakRelatedUniqueIdentifier] }
    set { self[string: .weakRelatedUniqueIdentifier] = newValue }
  }

  /// When any attribute of the item last changed.
  public var metadataModificationDate: Date? {
    get { self[date: .metadataModificationDate] }
    set { self[date: .metadataModificationDate] = newValue }
  }

  /// The uniform type identifier of the item.
  public var contentType: String? {
    get { self[string: .contentType] }
    set { self[string: .contentType] = newValue }
  }

  /// The type identifiers of the item's type and of its ancestors.
  public var contentTypeTree: [String]? {
    get { self[strings: .contentTypeTree] }
    set { self[strings: .contentTypeTree] = newValue }
  }

  /// Further words that find the item: categories, synonyms, abbreviations.
  public var keywords: [String]? {
    get { self[strings: .keywords] }
    set { self[strings: .keywords] = newValue }
  }

  /// The title of the item; the first thing matched and shown.
  public var title: String? {
    get { self[string: .title] }
    set { self[string: .title] = newValue }
  }

  /// The version of the item, as text.
  public var version: String? {
    get { self[string: .version] }
    set { self[string: .version] = newValue }
  }

  /// Whether the person made the item.
  public var userCreated: NSNumber? {
    get { self[boolean: .userCreated] }
    set { self[boolean: .userCreated] = newValue }
  }

  /// Whether the person bought or owns the item.
  public var userOwned: NSNumber? {
    get { self[boolean: .userOwned] }
    set { self[boolean: .userOwned] = newValue }
  }

  /// Whether the person picked the item out, as with a bookmark or a download.
  public var userCurated: NSNumber? {
    get { self[boolean: .userCurated] }
    set { self[boolean: .userCurated] = newValue }
  }

  /// How important the item is among those of its app, from 0 to 100.
  public var rankingHint: NSNumber? {
    get { self[number: .rankingHint] }
    set { self[number: .rankingHint] = newValue }
  }

  /// The group that the item belongs to; dots separate levels.
  public var domainIdentifier: String? {
    get { self[string: .domainIdentifier] }
    set { self[string: .domainIdentifier] = newValue }
  }

  /// A summary of the text, written by the system.
  public var textContentSummary: String? {
    self[string: .textContentSummary]
  }

  /// The transcript of recorded speech, searched as text.
  public var transcribedTextContent: String? {
    get { self[string: .transcribedTextContent] }
    set { self[string: .transcribedTextContent] = newValue }
  }
}
