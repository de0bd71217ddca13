// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel
public import UniformTypeIdentifiers

// MARK: - ActionExtras

extension CSSearchableItemAttributeSet {
  /// Whether a result offers a call, which needs phone numbers.
  public var supportsPhoneCall: NSNumber? {
    get { self[boolean: .supportsPhoneCall] }
    set { self[boolean: .supportsPhoneCall] = newValue }
  }

  /// Whether a result offers directions, which needs a latitude and a longitude.
  public var supportsNavigation: NSNumber? {
    get { self[boolean: .supportsNavigation] }
    set { self[boolean: .supportsNavigation] = newValue }
  }

  /// The identifiers of actions declared by the app that a result offers.
  public var actionIdentifiers: [String] {
    get { self[strings: .actionIdentifiers] ?? [] }
    set { self[strings: .actionIdentifiers] = newValue }
  }

  /// The type that the app is asked for when the person shares the item.
  public var sharedItemContentType: UTType? {
    get { self[type: .sharedItemContentType] }
    set { self[type: .sharedItemContentType] = newValue }
  }
}
