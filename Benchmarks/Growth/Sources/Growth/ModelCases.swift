import FresnelModel

extension GrowthCase {
  /// JSON, items, property lists, MIME types.
  static var model: [GrowthCase] {
    [
      text("JSON: a list", list("[", "]", separator: ",") { "[\($0),\"é\\n\",true,-1.5e3]" }, json),
      text("JSON: members", list("{", "}", separator: ",") { "\"name\($0)\":{\"a\":null}" }, json),
      text(
        "JSON: a text with escapes", list("\"", "\"") { _ in "\\u00e9\\ud83d\\ude00\\\\" }, json),
      text("JSON: open brackets", list { _ in "[" }, json),
      text(
        "item JSON: custom attributes",
        list("{\"id\":\"a\",", "}", separator: ",") { "\"own_\($0)\":\"v\"" }, item),
      text(
        "item JSON: flagged attributes",
        list("{\"id\":\"a\",\"$custom\":{", "}}", separator: ",") {
          "\"own_\($0)\":{\"value\":1,\"unique\":true}"
        }, item),
      text(
        "item JSON: keywords",
        list("{\"id\":\"a\",\"keywords\":[", "]}", separator: ",") { "\"k\($0)\"" },
        item),
      text(
        "item JSON: a dictionary",
        list("{\"id\":\"a\",\"own\":{", "}}", separator: ",") {
          "\"k\($0)\":[\($0)]"
        },
        item),
      bytes("encoded item: custom attributes", { try encoded($0, inOne: false) }, decode),
      bytes("encoded item: a list of texts", { try encoded($0, inOne: true) }, decode),
      [
        GrowthCase(
          name: "encoded item: an update of custom attributes", smallest: 512, doublings: 4
        ) { count in
          let bytes = try encoded(count, inOne: false)
          let item = try EncodedItem(validating: bytes)
          let update = try EncodedItem(validating: try encoded(count, inOne: false, isUpdate: true))
          return { use(try? item.merged(with: update)) }
        },
        GrowthCase(
          name: "encoded item: updates of one item in a batch, each with a new attribute",
          smallest: 512, doublings: 4
        ) { count in
          let updates = try (0..<count).map { number in
            var item = Item(uniqueIdentifier: "a")
            item.isUpdate = true
            item.attributes[.custom(CustomAttributeKey(name: "own_\(number)"))] = .integer(1)
            return try EncodedItem(validating: try ItemCodec.encode(item))
          }
          return { use(try? EncodedItem.merging(updates[...], into: nil)) }
        },
        GrowthCase(name: "encoded item: some of many attributes", smallest: 512, doublings: 4) {
          count in
          let item = try EncodedItem(validating: try encoded(count, inOne: false))
          let keys = (0..<count).map { AttributeKey.custom(CustomAttributeKey(name: "own_\($0)")) }
          return {
            use(try? item.projection(of: keys))
            for key in keys { use(try? item.decodedValue(for: key)) }
          }
        },
      ],
      text(
        "property list XML: a dictionary",
        list("<plist><dict>", "</dict></plist>") { "<key>k\($0)</key><string>&amp;v</string>" },
        propertyList),
      text(
        "property list XML: an array",
        list("<plist><array>", "</array></plist>") {
          "<integer>\($0)</integer><date>2020-01-01T00:00:00Z</date>"
        }, propertyList),
      text(
        "property list XML: data", list("<plist><data>", "</data></plist>") { _ in "QUJD\n" },
        propertyList),
      text(
        "property list XML: comments", list("<plist>", "<true/></plist>") { _ in "<!-- c -->" },
        propertyList),
      text(
        "property list XML: sections",
        list("<plist><string>", "</string></plist>") { _ in "<![CDATA[a]]>" }, propertyList),
      bytes("property list, binary: an array", binaryList, readList),
      text("MIME types: patterns", list { "50:application/x-t\($0):*.e\($0):cs\n" }) {
        use(MIMETypeDatabase(directories: [.init(globs2: Array($0.utf8))]))
      },
      text("MIME types: patterns of one type", list { "50:application/x-t:*.e\($0)\n" }) {
        use(MIMETypeDatabase(directories: [.init(globs2: Array($0.utf8))]))
      },
      text(
        "MIME types: patterns of one extension", list { "\($0 % 100):application/x-t\($0):*.e\n" }
      ) { use(MIMETypeDatabase(directories: [.init(globs2: Array($0.utf8))])) },
      text(
        "MIME types: subclasses and aliases",
        list { "application/x-t\($0) application/x-t\($0 + 1)\n" }
      ) { text in
        let bytes = Array(text.utf8)
        use(MIMETypeDatabase(directories: [.init(subclasses: bytes, aliases: bytes, types: bytes)]))
      },
    ].flatMap { $0 }
  }

  private static func json(_ text: String) {
    guard let value = try? JSONValue.parse(Array(text.utf8)) else { return }
    use(value.text())
  }

  private static func item(_ text: String) {
    guard let value = try? JSONValue.parse(Array(text.utf8)),
      let item = try? ItemJSON.item(from: value)
    else { return }
    use(ItemJSON.text(of: item))
    use(try? ItemCodec.encode(item))
  }

  private static func encoded(
    _ count: Int, inOne: Bool, isUpdate: Bool = false
  ) throws -> [UInt8] {
    var item = Item(uniqueIdentifier: "a")
    item.isUpdate = isUpdate
    if inOne {
      item.attributes[.keywords] = .array((0..<count).map { .string("k\($0)") })
    } else {
      for number in 0..<count {
        item.attributes[.custom(CustomAttributeKey(name: "own_\(number)"))] = .string("v\(number)")
      }
    }
    return try ItemCodec.encode(item)
  }

  private static func decode(_ bytes: [UInt8]) {
    guard let item = try? EncodedItem(validating: bytes) else { return }
    use(try? item.item())
    use(try? item.merged(with: item))
    try? item.forEachText { _, text in use(text) }
  }

  private static func propertyList(_ text: String) {
    readList(Array(text.utf8))
  }

  private static func readList(_ bytes: [UInt8]) {
    guard
      let list = try? PropertyList.read(bytes, limits: PropertyListLimits(depth: 64, cost: 1 << 24))
    else { return }
    use(list.xml as Any)
    use(list.json)
  }

  /// An array of one-byte integers, each an object of its own.
  private static func binaryList(_ count: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = [bytes.count]
    bytes += [0xAF, 0x12]
    bytes += bigEndian(count, 4)
    for number in 1...count { bytes += bigEndian(number, 4) }
    for number in 0..<count {
      offsets.append(bytes.count)
      bytes += [0x10, UInt8(number & 0x7F)]
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4] + bigEndian(offsets.count, 8) + bigEndian(0, 8)
    return bytes + bigEndian(table, 8)
  }

  private static func bigEndian(_ number: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
