extension ContentTypeTree {
  /// The tree of the system's types.
  public static let builtIn = ContentTypeTree(table: builtInTable)

  /// Reads a table of types that a script wrote and checked; a line that is no row is skipped.
  init(table: StaticString) {
    self.init()
    let text = table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count == 5 else { continue }
      declareBuiltIn(fields)
    }
  }

  private mutating func declareBuiltIn(_ fields: [Substring]) {
    let identifier = String(fields[0])
    var extensions: [String] = []
    for word in fields[2].split(separator: " ") {
      let isPreferred = word.hasSuffix("*")
      let name = String(isPreferred ? word.dropLast() : word)
      extensions.append(name)
      if isPreferred, let tag = ContentTag(name, .filenameExtension) {
        prefer(identifier, for: tag)
      }
    }
    let mimeTypes = fields[3].split(separator: " ").map(String.init)
    let type = ContentType(
      identifier: identifier, origin: .builtIn,
      supertypes: fields[1].split(separator: " ").map(String.init),
      tags: [ContentTagClass.filenameExtension: extensions, .mimeType: mimeTypes]
        .filter { !$0.value.isEmpty },
      description: fields[4].isEmpty ? nil : String(fields[4]))
    // The script checked names and cycles, and a test declares every row again.
    try? declare(type)
  }
}
