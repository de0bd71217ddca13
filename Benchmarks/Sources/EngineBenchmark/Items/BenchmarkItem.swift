import FresnelModel

/// One of the items that all engines index: five fields.
///
/// As an item of ours: `title` is its title, `body` its text content, `size` its file size. `section`,
/// the shelf that an item belongs to, is an attribute of the app's own, which a query may name and
/// no unfielded search looks at: so it is with the peers, whose word searches cover title and body.
struct BenchmarkItem {
  var identifier: String
  var title: String
  var body: String
  var section: String
  var size: Int64

  /// The app's own attribute that holds the section.
  static let sectionKey = CustomAttributeKey(name: "section")

  /// The bytes of title and body, which sizes on disk are compared with.
  var textByteCount: Int { title.utf8.count + body.utf8.count }

  /// The item in the bytes that a store takes.
  func encoded() throws -> [UInt8] {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    attributes[.textContent] = .string(body)
    attributes[.custom(Self.sectionKey)] = .string(section)
    attributes[.fileSize] = .integer(size)
    return try ItemCodec.encode(Item(uniqueIdentifier: identifier, attributes: attributes))
  }
}
