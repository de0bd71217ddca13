// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Media

extension CSSearchableItemAttributeSet {
  /// The people who edited the file.
  public var editors: [String]? {
    get { self[strings: .editors] }
    set { self[strings: .editors] = newValue }
  }

  /// The people seen or written about in the item.
  public var participants: [String]? {
    get { self[strings: .participants] }
    set { self[strings: .participants] = newValue }
  }

  /// The projects that the file belongs to.
  public var projects: [String]? {
    get { self[strings: .projects] }
    set { self[strings: .projects] = newValue }
  }

  /// Where the file came from: URLs or mail details.
  public var contentSources: [String]? {
    get { self[strings: .contentSources] }
    set { self[strings: .contentSources] = newValue }
  }

  /// A comment on the file.
  public var comment: String? {
    get { self[string: .comment] }
    set { self[string: .comment] = newValue }
  }

  /// The copyright statement.
  public var copyright: String? {
    get { self[string: .copyright] }
    set { self[string: .copyright] = newValue }
  }

  /// When the item was last opened.
  public var lastUsedDate: Date? {
    get { self[date: .lastUsedDate] }
    set { self[date: .lastUsedDate] = newValue }
  }

  /// When the content was made.
  public var contentCreationDate: Date? {
    get { self[date: .contentCreationDate] }
    set { self[date: .contentCreationDate] = newValue }
  }

  /// When the content last changed.
  public var contentModificationDate: Date? {
    get { self[date: .contentModificationDate] }
    set { self[date: .contentModificationDate] = newValue }
  }

  /// When the item came to its present place.
  public var addedDate: Date? {
    get { self[date: .addedDate] }
    set { self[date: .addedDate] = newValue }
  }

  /// When the file was last downloaded.
  public var downloadedDate: Date? {
    get { self[date: .downloadedDate] }
    set { self[date: .downloadedDate] = newValue }
  }

  /// The length in seconds.
  public var duration: NSNumber? {
    get { self[number: .duration] }
    set { self[number: .duration] = newValue }
  }

  /// People tied to the content, its authors excepted.
  public var contactKeywords: [String]? {
    get { self[strings: .contactKeywords] }
    set { self[strings: .contactKeywords] = newValue }
  }

  /// The codecs used.
  public var codecs: [String]? {
    get { self[strings: .codecs] }
    set { self[strings: .codecs] = newValue }
  }

  /// The kinds of media inside, such as sound and video.
  public var mediaTypes: [String]? {
    get { self[strings: .mediaTypes] }
    set { self[strings: .mediaTypes] = newValue }
  }

  /// Whether the content is prepared for streaming.
  public var streamable: NSNumber? {
    get { self[boolean: .streamable] }
    set { self[boolean: .streamable] = newValue }
  }

  /// The bit rate of sound and video together.
  public var totalBitRate: NSNumber? {
    get { self[number: .totalBitRate] }
    set { self[number: .totalBitRate] = newValue }
  }

  /// The bit rate of the video.
  public var videoBitRate: NSNumber? {
    get { self[number: .videoBitRate] }
    set { self[number: .videoBitRate] = newValue }
  }

  /// The bit rate of the sound.
  public var audioBitRate: NSNumber? {
    get { self[number: .audioBitRate] }
    set { self[number: .audioBitRate] = newValue }
  }

  /// How the content is delivered: 0 fast start, 1 RTSP.
  public var deliveryType: NSNumber? {
    get { self[number: .deliveryType] }
    set { self[number: .deliveryType] = newValue }
  }

  /// The companies that made the content.
  public var organizations: [String]? {
    get { self[strings: .organizations] }
    set { self[strings: .organizations] = newValue }
  }

  /// The role of the one who made the content.
  public var role: String? {
    get { self[string: .role] }
    set { self[string: .role] = newValue }
  }

  /// The languages of the content as BCP 47 tags.
  public var languages: [String]? {
    get { self[strings: .languages] }
    set { self[strings: .languages] = newValue }
  }

  /// Who holds which rights, or where that is written.
  public var rights: String? {
    get { self[string: .rights] }
    set { self[string: .rights] = newValue }
  }

  /// Who publishes the content.
  public var publishers: [String]? {
    get { self[strings: .publishers] }
    set { self[strings: .publishers] = newValue }
  }

  /// Who contributed to the content.
  public var contributors: [String]? {
    get { self[strings: .contributors] }
    set { self[strings: .contributors] = newValue }
  }

  /// The places, periods or jurisdictions that the content covers.
  public var coverage: [String]? {
    get { self[strings: .coverage] }
    set { self[strings: .coverage] = newValue }
  }

  /// The person's rating, drawn as stars.
  public var rating: NSNumber? {
    get { self[number: .rating] }
    set { self[number: .rating] = newValue }
  }

  /// Text beside the rating, such as the number of reviews.
  public var ratingDescription: String? {
    get { self[string: .ratingDescription] }
    set { self[string: .ratingDescription] = newValue }
  }

  /// How often the content was played.
  public var playCount: NSNumber? {
    get { self[number: .playCount] }
    set { self[number: .playCount] = newValue }
  }

  /// Information about the content.
  public var information: String? {
    get { self[string: .information] }
    set { self[string: .information] = newValue }
  }

  /// The director.
  public var director: String? {
    get { self[string: .director] }
    set { self[string: .director] = newValue }
  }

  /// The producer.
  public var producer: String? {
    get { self[string: .producer] }
    set { self[string: .producer] = newValue }
  }

  /// The genre.
  public var genre: String? {
    get { self[string: .genre] }
    set { self[string: .genre] = newValue }
  }

  /// The performers.
  public var performers: [String]? {
    get { self[strings: .performers] }
    set { self[strings: .performers] = newValue }
  }

  /// The format of the original.
  public var originalFormat: String? {
    get { self[string: .originalFormat] }
    set { self[string: .originalFormat] = newValue }
  }

  /// The source of the original.
  public var originalSource: String? {
    get { self[string: .originalSource] }
    set { self[string: .originalSource] = newValue }
  }

  /// Whether the content is on this device.
  public var local: NSNumber? {
    get { self[boolean: .local] }
    set { self[boolean: .local] = newValue }
  }

  /// Whether the content is explicit.
  public var contentRating: NSNumber? {
    get { self[boolean: .contentRating] }
    set { self[boolean: .contentRating] = newValue }
  }

  /// The URL that belongs with the item; an activity with the same web page is the same thing.
  public var url: URL? {
    get { self[url: .url] }
    set { self[url: .url] = newValue }
  }
}
