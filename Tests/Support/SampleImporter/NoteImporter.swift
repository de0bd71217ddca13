import CoreSpotlight

/// Reads text files: the first line is the title.
@main
final class NoteImporter: CSImportExtension {
  private let encoding: String.Encoding

  init(encoding: String.Encoding) {
    self.encoding = encoding
    super.init()
  }

  override convenience init() {
    self.init(encoding: .utf8)
  }

  override func update(
    _ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL
  ) throws {
    let text = try String(contentsOf: contentURL, encoding: encoding)
    attributes.title = text.split(separator: "\n").first.map(String.init)
    attributes.textContent = text
  }
}
