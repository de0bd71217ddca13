// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Documents

extension CSSearchableItemAttributeSet {
  /// The subject of the document.
  public var subject: String? {
    get { self[string: .subject] }
    set { self[string: .subject] = newValue }
  }

  /// The theme of the document.
  public var theme: String? {
    get { self[string: .theme] }
    set { self[string: .theme] = newValue }
  }

  /// What the content is about; the second line of a result row.
  public var contentDescription: String? {
    get { self[string: .contentDescription] }
    set { self[string: .contentDescription] = newValue }
  }

  /// The formal reference number or code of the document.
  public var identifier: String? {
    get { self[string: .identifier] }
    set { self[string: .identifier] = newValue }
  }

  /// The kinds of people the item is meant for.
  public var audiences: [String]? {
    get { self[strings: .audiences] }
    set { self[strings: .audiences] = newValue }
  }

  /// The size of the document.
  public var fileSize: NSNumber? {
    get { self[number: .fileSize] }
    set { self[number: .fileSize] = newValue }
  }

  /// The number of pages.
  public var pageCount: NSNumber? {
    get { self[number: .pageCount] }
    set { self[number: .pageCount] = newValue }
  }

  /// The width of a page in points, 72 to the inch.
  public var pageWidth: NSNumber? {
    get { self[number: .pageWidth] }
    set { self[number: .pageWidth] = newValue }
  }

  /// The height of a page in points, 72 to the inch.
  public var pageHeight: NSNumber? {
    get { self[number: .pageHeight] }
    set { self[number: .pageHeight] = newValue }
  }

  /// The kind of encryption that protects the file.
  public var securityMethod: String? {
    get { self[string: .securityMethod] }
    set { self[string: .securityMethod] = newValue }
  }

  /// The name of the program that made the content.
  public var creator: String? {
    get { self[string: .creator] }
    set { self[string: .creator] = newValue }
  }

  /// The programs that turned the original into its present form.
  public var encodingApplications: [String]? {
    get { self[strings: .encodingApplications] }
    set { self[strings: .encodingApplications] = newValue }
  }

  /// The kind of document in words that people read.
  public var kind: String? {
    get { self[string: .kind] }
    set { self[string: .kind] = newValue }
  }

  /// The fonts used in the document.
  public var fontNames: [String]? {
    get { self[strings: .fontNames] }
    set { self[strings: .fontNames] = newValue }
  }
}
