import CoreSpotlight

/// Reads text files: the first line is the title.
@main
final class NoteImporter: CSImportExtension {
  override func update(
    _ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL
  ) throws {
    let text = try String(contentsOf: contentURL, encoding: .utf8)
    attributes.title = text.split(separator: "\n").first.map(String.init)
    attributes.textContent = text
  }
}
