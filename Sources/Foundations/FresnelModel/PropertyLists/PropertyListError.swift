/// Why bytes are no property list, and where that shows.
package struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can do about it.
  package struct Code: Hashable, Sendable {
    private enum Kind: String {
      case notAPropertyList, malformed, repeatedKey, outOfRange, tooDeep, tooLarge, unsupported
    }
    private let kind: Kind

    /// The bytes begin as no form of a property list does; look whether it is the right file.
    package static let notAPropertyList = Code(kind: .notAPropertyList)
    /// The bytes break the rules of their form; mend the file, or write it again.
    package static let malformed = Code(kind: .malformed)
    /// A dictionary has a key twice, so that readers may differ in what it says; keep one.
    package static let repeatedKey = Code(kind: .repeatedKey)
    /// A number or a date is beyond what can be held; write another.
    package static let outOfRange = Code(kind: .outOfRange)
    /// Arrays and dictionaries nest too deeply; flatten them.
    package static let tooDeep = Code(kind: .tooDeep)
    /// The content is too large, perhaps only after everything that is referred to twice is written
    /// out; shorten it.
    package static let tooLarge = Code(kind: .tooLarge)
    /// The form is sound and says what this reader does not take, such as a document type of its own
    /// or a keyed archive; write it in another way.
    package static let unsupported = Code(kind: .unsupported)
  }

  /// Where in the bytes.
  package enum Place: Hashable, Sendable {
    /// A place in text; line and column (in characters) count from 1.
    case text(line: Int, column: Int)
    /// The offset in bytes, from 0.
    case byte(Int)
    /// The keys and numbers that lead to a value, such as `NSExtension[0].NSExtensionAttributes`.
    case keyPath(String)
  }

  /// What can be done about it.
  package let code: Code
  /// Where it shows.
  package let place: Place
  /// What was wrong, without the place.
  package let reason: String

  /// Makes an error.
  package init(_ code: Code, at place: Place, _ reason: String) {
    self.code = code
    self.place = place
    self.reason = reason
  }

  /// One sentence with the place.
  package var description: String {
    switch place {
    case .text(let line, let column): "Line \(line), column \(column): \(reason)."
    case .byte(let offset): "At byte \(offset): \(reason)."
    case .keyPath(let path): "At \(path.isEmpty ? "the top" : path): \(reason)."
    }
  }
}
