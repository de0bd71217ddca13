import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

@Suite("Forms of items")
struct ItemFormsTests {
  private static func forms(
    _ kind: ItemForms.Kind, _ set: (inout Attributes) -> Void
  ) throws -> [String] {
    var attributes = Attributes()
    set(&attributes)
    let item = Item(uniqueIdentifier: "id", attributes: attributes)
    let forms = ItemForms(of: try EncodedItem(validating: ItemCodec.encode(item)))
    return forms.forms.filter { $0.kind == kind }
      .map { String(decoding: forms.bytes(of: $0), as: UTF8.self) }
  }

  @Test(
    "a title is a name, with one space between its words",
    arguments: [
      ("GIMP", "gimp"), ("GNU  Image-Manipulation", "gnu image manipulation"), ("Café", "cafe"),
      ("O'Hare", "o hare"), ("北京 大学", "北京 大学"), ("C++ and C#", "c++ and c#"),
      ("The .NET way", "the .net way"), ("node.js", "node js"), ("Ｗｉｄｅ", "wide"),
      ("a...b", "a b"), ("C+++", "c"), ("#1", "1"),
    ])
  func names(title: String, name: String) throws {
    #expect(try Self.forms(.name) { $0[.title] = .string(title) } == [name])
  }

  @Test("a text without a word is no name")
  func noName() throws {
    #expect(try Self.forms(.name) { $0[.title] = .string("--- ... ") } == [])
  }

  @Test(
    "a file is named by the last part of its path, with and without the extension",
    arguments: [
      ("/usr/share/My Notes.txt", ["my notes txt", "my notes"]), ("/usr/lib/", ["lib"]),
      ("/a/archive.tar.gz", ["archive tar gz", "archive tar"]), ("/a/.bashrc", [".bashrc"]),
      ("/a/Vol. 2", ["vol 2"]), ("README", ["readme"]), ("/a/x.longextension", ["x longextension"]),
      ("/", []),
    ])
  func paths(path: String, names: [String]) throws {
    #expect(try Self.forms(.name) { $0[.path] = .string(path) } == names)
  }

  @Test("the name of a file's URL is without escapes, and without what follows the path")
  func urls() throws {
    let names = try Self.forms(.name) {
      $0[.contentURL] = .url("file:///home/My%20%C3%89tude.odt?x=1#top")
    }
    #expect(names == ["my etude odt", "my etude"])
  }

  @Test(
    "a name in another script has its spelling, by word and from each word on, and its initials",
    arguments: [
      ("北京", ["\u{2}beijing\0", "\u{1}bj"]), ("重", ["\u{2}zhong\0", "\u{2}chong\0"]),
      ("Mac 北京", ["\u{2}macbeijing", "\u{1}mbj", "\u{2}beijing\0", "\u{1}bj"]),
      ("サクラ", ["\u{3}sakura\0"]), ("한국", ["\u{4}gksrnr", "\u{1}-gr"]), ("GNU Image", []),
      ("Москва Αθήνα", ["\u{5}moskva\0", "\u{6}athina\0", "\u{6}athena\0"]),
      ("القاهرة", ["\u{7}kAhrA\0", "\u{7}alkhr\0", "\u{7}-al\0"]), ("ספר.txt", ["\u{8}sfr\0"]),
      ("2024-03", []), ("ไทย", []),
    ])
  func readings(title: String, readings: [String]) throws {
    #expect(try Set(Self.forms(.reading) { $0[.title] = .string(title) }) == Set(readings))
  }

  @Test(
    "however many readings a name has, few are listed, and each is short",
    arguments: [
      String(repeating: "行", count: 32), String(repeating: "行长重乐", count: 300),
      "北京" + String(repeating: "a", count: 2000), String(repeating: "한", count: 1000),
      String(repeating: "さくら ", count: 300), String(repeating: "я", count: 2000),
      (0..<300).map { "слово\($0)" }.joined(separator: " "), String(repeating: "כ", count: 2000),
      String(repeating: "ذ", count: 1000) + String(repeating: " η", count: 300),
    ])
  func mostReadings(title: String) throws {
    let forms = try Self.forms(.reading) { $0[.title] = .string(title) }
    #expect((1...64).contains(forms.count) && forms.allSatisfy { $0.utf8.count <= 96 })
  }

  @Test(
    "initials are of names of three words or more",
    arguments: [
      ("GNU Image Manipulation Program", ["gimp"]), ("Two Words", []),
      ("Lord of the Rings", ["lotr"]), ("I don't know you", ["idky"]), ("Windows 10 Pro", []),
      ("a b c d e f g h i j", ["abcdefgh"]), ("Élan Ébène Été", ["eee"]), ("中文 北京 大学", []),
      ("गाइड २ नया भारत", ["गनभ"]), ("एक १२ दो", []),
    ])
  func initials(title: String, expected: [String]) throws {
    #expect(try Self.forms(.initials) { $0[.title] = .string(title) } == expected)
  }

  @Test(
    "codes are without the signs inside, and keep those around",
    arguments: [
      ("node.js", ["nodejs"]), ("(AC/DC),", ["acdc"]), ("O\u{2019}Hare", ["ohare"]),
      ("907-345-0962", ["9073450962"]), ("v2.10.3", ["2.10.3"]), ("2.10", ["2.10"]),
      ("2.10b", ["210b"]), ("C++", ["c++"]), ("in C#.", ["c#"]), (".NET 8", [".net"]),
      ("wi-fi and a_b", ["wifi", "ab"]), ("a-b-c-d-e-f", ["abcdef"]), ("a-b-c-d-e-f-g", []),
      ("a--b", []), ("a@b.c", []), ("plain words", []), ("C+++", []), ("1+", []), ("...net", []),
      ("Ｃ＋＋", ["c++"]), ("a-b a-b", ["ab"]),
    ])
  func codes(text: String, expected: [String]) throws {
    #expect(try Self.forms(.code) { $0[.contentDescription] = .string(text) } == expected)
  }

  @Test("a code of more than 40 bytes is none")
  func longCodes() throws {
    for (count, isCode) in [(39, true), (40, false)] {
      let text = String(repeating: "a", count: count) + "-b"
      #expect(try Self.forms(.code) { $0[.title] = .string(text) }.isEmpty != isCode)
    }
  }

  @Test("codes are found all over a long description, also behind one that never ends")
  func longDescription() throws {
    let endless = String(repeating: "a-", count: 100_000)
    let words = String(repeating: "some words ", count: 20_000)
    let text = "wi-fi " + words + "node.js " + endless + " " + words + "AC/DC"
    #expect(
      try Self.forms(.code) { $0[.contentDescription] = .string(text) }
        == ["wifi", "nodejs", "acdc"])
  }

  @Test("a long text has the codes with signs around them alone")
  func text() throws {
    let text = "Write C++, c# or (.NET) with node.js v2.10, page#1 and ## x. End.\nobjective-c++"
    let expected = ["c++", "c#", ".net"]
    #expect(try Self.forms(.code) { $0[.textContent] = .string(text) } == expected)
    #expect(
      try Self.forms(.code) { $0[.htmlContentData] = .data(Array("<p>Use <b>F#</b></p>".utf8)) }
        == ["f#"])
    #expect(try Self.forms(.name) { $0[.textContent] = .string(text) } == [])
  }

  @Test("an item has so many forms of a kind and no more")
  func most() throws {
    let names = (0..<40).map { "a\($0) b c d" }
    let found = try Self.forms(.name) { $0[.alternateNames] = .array(names.map { .string($0) }) }
    #expect(found == Array(names.prefix(16)))
    let codes = (0..<100).map { "a-\($0)" }
    let text = codes.joined(separator: " ")
    #expect(
      try Self.forms(.code) { $0[.contentDescription] = .string(text) }
        == codes.prefix(64).map { $0.replacing("-", with: "") })
    let signs = (0..<100).map { "a\($0)+" }
    #expect(
      try Self.forms(.code) { $0[.textContent] = .string(signs.joined(separator: " ")) }
        == Array(signs.prefix(64)))
  }

  @Test("title and display name of one text are one name")
  func once() throws {
    let found = try Self.forms(.name) {
      $0[.title] = .string("Maps")
      $0[.displayName] = .string("MAPS")
      $0[.alternateNames] = .array([.string("maps")])
    }
    // The other name is in a place of its own.
    #expect(found == ["maps", "maps"])
  }

  @Test("text that was filled in again and again has the forms of the last item")
  func refilling() throws {
    var forms = ItemForms()
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let text = Self.randomText(using: &generator)
      var attributes = Attributes()
      attributes[.title] = .string(text)
      attributes[.textContent] = .string(Self.randomText(using: &generator))
      let item = try EncodedItem(
        validating: ItemCodec.encode(Item(uniqueIdentifier: "id", attributes: attributes)))
      forms.removeAll()
      try item.forEachAnalyzedText { forms.add($1, of: $0) }
      let alone = ItemForms(of: item)
      #expect(
        forms.forms.map { Array(forms.bytes(of: $0)) }
          == alone.forms.map { Array(alone.bytes(of: $0)) })
    }
  }

  @Test("codes of any text are those that are found chunk by chunk")
  func model() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let text = Self.randomText(using: &generator)
      let found = try Self.forms(.code) { $0[.contentDescription] = .string(text) }
      #expect(found == NaiveForms.codes(of: text, inText: false), "\(text.debugDescription)")
      let inText = try Self.forms(.code) { $0[.textContent] = .string(text) }
      #expect(inText == NaiveForms.codes(of: text, inText: true), "\(text.debugDescription)")
    }
  }

  /// Signs and short words, so that signs stand in all places.
  private static func randomText(using generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "B", "c", "v", "v2", "10", "3", "é", "中", "-", ".", "_", "/", "'", "\u{2019}", "+", "#",
      "@", " ",
      " ", "\n", "\u{A0}", "\u{3000}",
    ]
    return (0..<Int.random(in: 0...12, using: &generator))
      .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
  }
}

/// The codes of a text by the words of the table in the design, character by character.
private enum NaiveForms {
  static func codes(of text: String, inText: Bool) -> [String] {
    var codes: [String] = []
    // In a long text only white space of ASCII cuts what is looked at, and the rest of the rules holds in it.
    for chunk in text.lowercased().split(whereSeparator: { $0.isWhitespace }) {
      let chunk = String(chunk).replacing("é", with: "e")
      if let code = code(of: chunk, inText: inText), !codes.contains(code) { codes.append(code) }
    }
    return codes
  }

  private static func code(of chunk: String, inText: Bool) -> String? {
    let characters = Array(chunk)
    guard let first = characters.firstIndex(where: isWord),
      let last = characters.lastIndex(where: isWord)
    else { return nil }
    let core = characters[first...last]
    var parts: [[Character]] = [[]]
    for character in core {
      if isWord(character) {
        parts[parts.count - 1].append(character)
      } else if "-._/'\u{2019}".contains(character) {
        parts.append([])
      } else {
        return nil
      }
    }
    if parts.contains(where: \.isEmpty) || parts.count > 6 { return nil }
    if parts.count > 1 {
      if inText { return nil }
      var numbers = parts
      if numbers[0].first == "v" { numbers[0].removeFirst() }
      let points = core.filter { !isWord($0) }
      if points.allSatisfy({ $0 == "." }),
        numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) })
      {
        return numbers.map { String($0) }.joined(separator: ".")
      }
      return parts.map { String($0) }.joined()
    }
    let signs = characters[(last + 1)...].prefix { "+#".contains($0) }
    let point =
      first > 0 && characters[first - 1] == "." && (first == 1 || characters[first - 2] != ".")
    let kept = signs.count <= 2 ? String(signs) : ""
    guard !parts[0][0].isNumber, point || !kept.isEmpty else { return nil }
    return (point ? "." : "") + String(parts[0]) + kept
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
