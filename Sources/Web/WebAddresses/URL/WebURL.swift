/// The address of a page, an image, an app's content or anything else, as the URL Standard reads and writes it.
///
/// Two addresses are equal when their serialised forms are. For the identity of a page in the index, which
/// forgives more, see ``crawlKey``.
public struct WebURL: Hashable, Sendable {
  /// The whole address in its serialised form, which is ASCII.
  public let href: String
  /// Where the parts stand in it.
  let marks: URLMarks

  /// The most bytes that an address may have, as given and as serialised: 2 MiB.
  public static let maximumLength = 1 << 21

  /// Reads an address; gives `nil` when the text is no address, when it is relative and there is no base, or
  /// when it is longer than ``maximumLength``.
  ///
  /// - Parameters:
  ///   - text: The address: absolute, or relative to `base`. White space around it, tabs and line ends are
  ///     ignored, as browsers do.
  ///   - base: What a relative address is resolved against.
  /// - Complexity: O(*n*) in the length of the text and of the base.
  public init?(_ text: String, base: WebURL? = nil) {
    var text = text
    let url = text.withUTF8 { URLParser.parse($0, base: base) }
    guard let url else { return nil }
    self = url
  }

  init(href: String, marks: URLMarks) {
    self.href = href
    self.marks = marks
  }

  /// Whether two addresses have the same serialised form.
  public static func == (first: WebURL, second: WebURL) -> Bool { first.href == second.href }

  /// Hashes the serialised form.
  public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension WebURL: CustomStringConvertible {
  /// The serialised form.
  public var description: String { href }
}
