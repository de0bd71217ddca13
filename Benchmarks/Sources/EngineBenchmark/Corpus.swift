import FresnelModel
import FresnelPlatform

/// Items as an app would index them, read from gzipped JSON Lines of packages, movies, books, recipes,
/// contacts, airports, cities and manual pages.
///
/// Title and text are put together as the harness for other engines does, so that the same queries
/// give comparable figures.
struct Corpus {
  /// The encoded items.
  private(set) var items: [[UInt8]] = []
  /// The bytes of all titles and texts.
  private(set) var textByteCount = 0

  /// Reads all `.jsonl.gz` files of a directory, in the order of their names.
  init(directory: String) throws {
    for name in try FileSystem.entries(of: directory) where name.hasSuffix(".jsonl.gz") {
      var reader = LineReader(try InputReader(path: directory + "/" + name))
      while let line = try reader.next() {
        guard case .bytes(let bytes) = line else { continue }
        items.append(try ItemCodec.encode(item(Row(json: try JSONValue.parse(bytes)))))
      }
    }
  }

  private mutating func item(_ row: Row) -> Item {
    let title: String
    let text: String
    switch row["id"].prefix(4) {
    case "deb:":
      title = row.joined("name", "title")
      text = row.joined("text", "tags", "maintainer")
    case "mov:":
      title = row["title"]
      text = row.joined("text", "cast")
    case "book":
      title = row["title"]
      text = row.joined("authors", "isbn")
    case "rec:":
      title = row["title"]
      text = row.joined("ingredients", "text")
    case "con:":
      title = row.joined("firstname", "lastname")
      text = row.joined("company", "address", "city", "state", "zip", "email", "phone")
    case "air:":
      title = row.joined("name", "iata_code")
      text = row.joined("city", "country")
    case "city":
      title = row["name"]
      text = row.joined("alternatenames", "country", "timezone")
    default:
      title = row.joined("title", "summary")
      text = row["text"]
    }
    textByteCount += title.utf8.count + text.utf8.count
    var attributes = Attributes()
    attributes[.title] = .string(title)
    attributes[.textContent] = .string(text)
    return Item(
      uniqueIdentifier: row["id"], domainIdentifier: row["kind"], attributes: attributes)
  }
}

/// The texts of a JSON object.
private struct Row {
  let json: JSONValue

  subscript(name: String) -> String {
    switch json[name] {
    case .string(let text)?: text
    case .array(let values)?:
      values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        .joined(separator: " ")
    default: ""
    }
  }

  func joined(_ names: String...) -> String {
    names.map { self[$0] }.joined(separator: " ")
  }
}
