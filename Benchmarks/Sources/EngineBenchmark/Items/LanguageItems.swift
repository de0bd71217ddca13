import FresnelModel
import FresnelPlatform

/// Items of Chinese, Japanese and Thai text, whose words no spaces tell apart.
enum LanguageItems {
  /// Writes so many items; each has a sentence as its title, and as much text as the other corpus's
  /// items have on average, in sentences of one language.
  static func write(to path: String, corpus: String, count: Int = 20_000) throws {
    let names = ["zh_gsdsimp_dev", "ja_gsd_dev", "th_pud_even"]
    let languages = try names.map { try sentences("\(corpus)/lang/\($0).jsonl.gz") }
    guard !languages.contains(where: \.isEmpty) else {
      throw BenchmarkFailure("\(corpus)/lang has no sentences.")
    }
    let file = try FileDescriptor(
      opening: path + ".new", for: .writing, creation: .ifMissingElseEmpty)
    for number in 0..<count {
      let sentences = languages[number % languages.count]
      var next = number / languages.count
      let title = sentences[next % sentences.count]
      var body = ""
      while body.utf8.count < 500 {
        // Steps that share no factor with the count go round differently in each pass.
        next += 7 + number / (languages.count * sentences.count)
        body += sentences[next % sentences.count]
      }
      try file.write(
        "lang:\(number)\t\(title)\t\(body)\t\(names[number % 3])\t\(body.utf8.count)\n")
    }
    try FileSystem.rename(path + ".new", to: path)
  }

  private static func sentences(_ path: String) throws -> [String] {
    var lines = LineReader(try InputReader(path: path))
    var sentences: [String] = []
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        case .string(let text)? = try JSONValue.parse(bytes)["text"]
      else { continue }
      sentences.append(String(text.map { $0.isWhitespace ? " " : $0 }))
    }
    return sentences
  }
}
