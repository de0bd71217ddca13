import CommandKit
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing

@testable import FresnelCommands

@Suite("Reading items from JSON")
struct ItemTextReaderTests {
  /// The texts of an input, as they are for an identifier each, and where they begin.
  private func texts(
    _ input: String, limit: Int = 1 << 20
  ) throws -> [ItemTextReader.Text] {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write(Array(input.utf8), to: directory + "/input")
      var reader = ItemTextReader(
        try InputReader(path: directory + "/input"), maximumByteCount: limit)
      var texts: [ItemTextReader.Text] = []
      while let text = try reader.next() { texts.append(text) }
      return texts
    }
  }

  /// What a text is, shortly: its line, and its identifier or that it is none.
  private func outline(_ input: String) throws -> [String] {
    try texts(input).map { text in
      guard case .bytes(let bytes) = text.content else { return "\(text.line) \(text.content)" }
      guard let item = try? JSONValue.parse(bytes), case .string(let identifier)? = item["id"]
      else { return "\(text.line) bad" }
      return "\(text.line) \(identifier)"
    }
  }

  @Test("lines, objects over several lines and arrays are the same items")
  func forms() throws {
    let nested = #""list":[{"a":"]}"},["\"{"]],"of":{}"#
    let lines = "{\"id\":\"1\",\(nested)}\n\n{\"id\":\"2\"}\r\n"
    #expect(try outline(lines) == ["1 1", "3 2"])
    #expect(try outline("\u{FEFF}" + lines) == ["1 1", "3 2"])
    #expect(try outline("[{\"id\":\"1\",\(nested)},{\"id\":\"2\"}]") == ["1 1", "1 2"])
    let pretty = """
      {
        "id": "1",
        "list": [
          {
            "a": 1
          },
          {
            "b": 2
          }
        ]
      }
      {
      "id": "2",
      "of":
      {
      }
      }
      """
    #expect(try outline(pretty) == ["1 1", "12 2"])
    #expect(try outline("[\n\(pretty.replacing("}\n{", with: "},\n{"))\n]\n") == ["2 1", "13 2"])
    #expect(try outline("[]") == [])
    #expect(try outline("") == [])
  }

  @Test("however deep a text nests, it ends with its last bracket, or before the next item")
  func deep() throws {
    let opening = String(repeating: "[", count: 100_000)
    let closing = String(repeating: "]", count: 100_000)
    #expect(
      try outline("{\"a\":\(opening)\n\(closing)}\n{\"id\":\"2\"}") == ["1 bad", "3 2"])
    #expect(try outline("{\"a\":\(opening)\n{\"id\":\"2\"}") == ["1 bad", "2 2"])
  }

  @Test("a bad item does not take the next one with it")
  func badItems() throws {
    let rows: [(String, [String])] = [
      ("no JSON\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\"\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\",\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\",\"a\":[\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\",\"a\":[1,\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\",\"a\":\"x\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\"}}\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\"]\n{\"id\":\"2\"}", ["1 bad", "2 2"]),
      ("{\"id\":\"1\"} {\"id\":\"2\"}\n{\"id\":\"3\"}", ["1 bad", "2 3"]),
      ("[{\"id\":\"1\"},7,\"a,]\",{\"id\":\"2\"}]", ["1 1", "1 bad", "1 bad", "1 2"]),
      ("[\n  {\"id\":\"1\",\n  {\"id\":\"2\"}\n]", ["2 bad", "3 2"]),
      ("[{\"id\":\"1\"}\n", ["1 1", "2 unclosedArray(isInText: false)"]),
      ("[{\"id\":\"1\"}, {\"id\":", ["1 1", "1 bad", "1 unclosedArray(isInText: true)"]),
      ("{\"id\":\"1\"", ["1 bad"]),
    ]
    for (input, expected) in rows { #expect(try outline(input) == expected, "\(input)") }
  }

  @Test("an item that is too long is passed over, in an array of one line too")
  func tooLong() throws {
    let long = "{\"id\":\"" + String(repeating: "x", count: 1000) + "\"}"
    for input in ["\(long)\n{\"id\":\"2\"}", "[\(long),{\"id\":\"2\"}]"] {
      let found = try texts(input, limit: 100)
      #expect(found.count == 2)
      #expect(found.first?.content == .tooLong(byteCount: long.utf8.count))
      #expect(found.last?.content == .bytes(Array("{\"id\":\"2\"}".utf8)))
    }
  }

  @Test("arrays and objects over several lines are indexed, and mistakes named by their place")
  func indexing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = directory + "/films.json"
      let array = """
        [
          {
            "id": "1",
            "title": "Alien"
          },
          {
            "id": "2",
            "title": Brazil
          }, {"id": "3", "title": "Charade"}, {"id": 4 "title": "Dune"}
        ]
        """
      try FileSystem.write(Array(array.utf8), to: file)
      let run = ToolRun("index", file, "--app", "films", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.hasPrefix("2 items indexed for films"), "\(run.output)")
      #expect(run.output.contains("2 entries skipped"), "\(run.output)")
      #expect(run.errors.contains("films.json:8: column 14: "), "\(run.errors)")
      #expect(run.errors.contains("films.json:9: column 48: "), "\(run.errors)")
      #expect(ToolRun("search", "charade", in: directory).output.contains("Charade"))
    }
  }

  @Test(
    "an array that is cut off in an entry has lost that entry alone",
    arguments: [#", {"id":"2","title":"B"#, #", {"id":"2","title":"B""#, ""])
  func cutOff(rest: String) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = directory + "/films.json"
      try FileSystem.write(Array(#"[{"id":"1","title":"A"}\#(rest)"#.utf8), to: file)
      let run = ToolRun("index", file, "--app", "films", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.contains("1 entry skipped"), "\(run.output)")
      #expect(run.errors.contains("may have been cut off"), "\(run.errors)")
    }
  }

  @Test("an item that stands there several times is counted once, in each index")
  func repeated() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = ["1", "2", "1", "3", "1"].map { #"{"id":"\#($0)","title":"A"}"# }
      for name in ["a", "b"] {
        try FileSystem.write(
          Array(lines.joined(separator: "\n").utf8), to: "\(directory)/\(name).jsonl")
      }
      let one = ToolRun("index", directory + "/a.jsonl", "--app", "films", in: directory)
      #expect(one.status == .success && one.output.hasPrefix("3 items indexed"), "\(one)")
      #expect(one.output.contains("2 entries had an id that came before"), "\(one)")
      let both = ToolRun(
        "index", directory + "/a.jsonl", directory + "/b.jsonl", "--app", "films", "--json",
        in: directory)
      #expect(both.output.contains(#""indexed":3,"#), "\(both)")
      #expect(both.output.contains(#""repeated":7"#), "\(both)")
      let other = ToolRun(
        "index", directory + "/b.jsonl", "--app", "films", "--index", "new", in: directory)
      #expect(other.output.hasPrefix("3 items indexed"), "\(other)")
    }
  }

  @Test("an item is expired if the last entry with it is", arguments: [false, true])
  func expired(isLastExpired: Bool) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = [#"{"id":"1","title":"A"}"#, #"{"id":"1","title":"A","expires":"2001-01-01"}"#]
      let text = (isLastExpired ? lines : lines.reversed()).joined(separator: "\n")
      try FileSystem.write(Array(text.utf8), to: directory + "/a.jsonl")
      let run = ToolRun(
        "index", directory + "/a.jsonl", "--app", "films", "--json", in: directory)
      #expect(run.output.contains(#""expired":\#(isLastExpired ? 1 : 0),"#), "\(run)")
    }
  }

  @Test("a text and a folder are refused in a sentence with the command that indexes them")
  func refused() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let text = directory + "/notes it's.txt"
      let folder = directory + "/folder"
      try FileSystem.createDirectory(folder)
      let films = directory + "/films.jsonl"
      try FileSystem.write(
        Array(String(repeating: "Dear diary,\n", count: 50).utf8), to: text)
      try FileSystem.write(
        Array("# films\n{\"id\":\"1\",\"expires\":\"2001-01-01\"}\n".utf8), to: films)
      let run = ToolRun("index", text, folder, films, "--json", in: directory)
      #expect(run.status == .incomplete)
      #expect(
        run.output.contains(#""indexed":1,"skipped":1,"warnings":0,"expired":1,"refused":2"#))
      #expect(run.errors.split(separator: "\n").count == 3, "\(run.errors)")
      #expect(run.errors.contains("is a folder, and fresnel index reads JSON"))
      #expect(run.errors.contains("holds no JSON in its first 20 lines"))
      #expect(run.errors.contains("films.jsonl:1: column 1: "))
      let plain = ToolRun("index", text, in: directory)
      #expect(plain.errors.contains("notes it'\\''s.txt' | fresnel index -"), "\(plain.errors)")
    }
  }

  @Test("any bytes are read to their end", arguments: UInt64(0)..<200)
  func anyBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("{}[],:\"\\ \n1a".utf8)
    let input = (0..<200).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
    let texts = try texts(String(decoding: input, as: UTF8.self))
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.line <= $1.line }, "seed \(seed)")
  }
}
