/// Which element of an attribute's value is meant; prints as `keywords[2]`, `title["de"]` or
/// `authors[0].handles[1]`.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  /// A step from a value into one of its parts.
  public enum Step: Hashable, Sendable {
    /// Into an array, counted from 0.
    case index(Int)
    /// Into a localized text, by language, or a dictionary, by key.
    case key(String)
    /// To a person's name.
    case displayName
    /// To one of a person's handles, counted from 0.
    case handle(Int)
  }

  /// The attribute's name as queries spell it.
  public var attribute: String
  /// The steps from the attribute's value to the element; none when the value is the element.
  public var steps: [Step]

  /// The path as text.
  public var description: String {
    steps.reduce(into: attribute) { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += "[\"\(key)\"]"
      case .displayName: text += ".displayName"
      case .handle(let index): text += ".handles[\(index)]"
      }
    }
  }
}
