internal import FresnelModel
internal import SpotlightWire

/// The types in which an app can provide an item, each list in order of fidelity, the best first.
struct PromisedTypes: Equatable {
  /// As bytes: `providerDataTypeIdentifiers`.
  var data: [String]
  /// As a file to be copied: `providerFileTypeIdentifiers`.
  var files: [String]
  /// As a file to be opened where it lies: `providerInPlaceFileTypeIdentifiers`.
  var filesInPlace: [String]

  /// A way to get content from the app.
  enum Way: Equatable {
    /// To ask for bytes of this type.
    case data(String)
    /// To ask for a file of this type.
    case file(String, inPlace: Bool)
  }

  /// Puts the lists together.
  init(data: [String] = [], files: [String] = [], filesInPlace: [String] = []) {
    self.data = data
    self.files = files
    self.filesInPlace = filesInPlace
  }

  /// Reads what an item promises.
  ///
  /// - Throws: ``ModelError`` when the item is damaged.
  init(of item: EncodedItem) throws(ModelError) {
    data = try Self.list(.providerDataTypeIdentifiers, of: item)
    files = try Self.list(.providerFileTypeIdentifiers, of: item)
    filesInPlace = try Self.list(.providerInPlaceFileTypeIdentifiers, of: item)
  }

  private static func list(
    _ attribute: AttributeID, of item: EncodedItem
  ) throws(ModelError) -> [String] {
    guard case .array(let values)? = try item.decodedValue(for: .builtIn(attribute)) else {
      return []
    }
    return values.compactMap { value in
      if case .string(let type) = value { type } else { nil }
    }
  }

  /// The ways to get content of a type, the best first.
  ///
  /// What is wanted in one form can come in the other: a file's bytes are read, and bytes are written to
  /// a file. The form that needs neither comes first, because the app chose it for this use.
  ///
  /// - Parameters:
  ///   - type: The type that is wanted; what the app provides may be more specific.
  ///   - form: The form that is wanted.
  ///   - types: Which types conform to which.
  /// - Returns: The ways; none when the item promises nothing of that type.
  func ways(to type: String, as form: WantedContent, types: ContentTypeTree) -> [Way] {
    func fitting(_ list: [String]) -> [String] { list.filter { types.conforms($0, to: type) } }
    let bytes = fitting(data).map { Way.data($0) }
    let copies = fitting(files).map { Way.file($0, inPlace: false) }
    let originals = fitting(filesInPlace).map { Way.file($0, inPlace: true) }
    switch form {
    case .bytes: return bytes + copies + originals
    case .copy: return copies + originals + bytes
    case .inPlace: return originals + copies + bytes
    }
  }
}
