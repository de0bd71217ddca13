// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Containment

extension CSSearchableItemAttributeSet {
  /// The title of the set that the item belongs to.
  public var containerTitle: String? {
    get { self[string: .containerTitle] }
    set { self[string: .containerTitle] = newValue }
  }

  /// The localized name of the set that the item belongs to, for display.
  public var containerDisplayName: String? {
    get { self[string: .containerDisplayName] }
    set { self[string: .containerDisplayName] = newValue }
  }

  /// The identifier of the set that the item belongs to.
  public var containerIdentifier: String? {
    get { self[string: .containerIdentifier] }
    set { self[string: .containerIdentifier] = newValue }
  }

  /// The position of the item inside its set.
  public var containerOrder: NSNumber? {
    get { self[number: .containerOrder] }
    set { self[number: .containerOrder] = newValue }
  }
}
