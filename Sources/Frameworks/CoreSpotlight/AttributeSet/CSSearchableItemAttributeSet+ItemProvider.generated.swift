// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

import FresnelModel

// MARK: - ItemProvider

extension CSSearchableItemAttributeSet {
  /// The types that the app can make in memory when the item is dropped, best first.
  public var providerDataTypeIdentifiers: [String]? {
    get { self[strings: .providerDataTypeIdentifiers] }
    set { self[strings: .providerDataTypeIdentifiers] = newValue }
  }

  /// The types that the app can write as a file to be copied, best first.
  public var providerFileTypeIdentifiers: [String]? {
    get { self[strings: .providerFileTypeIdentifiers] }
    set { self[strings: .providerFileTypeIdentifiers] = newValue }
  }

  /// The types that the app can hand out as a file opened where it lies, best first.
  public var providerInPlaceFileTypeIdentifiers: [String]? {
    get { self[strings: .providerInPlaceFileTypeIdentifiers] }
    set { self[strings: .providerInPlaceFileTypeIdentifiers] = newValue }
  }
}
