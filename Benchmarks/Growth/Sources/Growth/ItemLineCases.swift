@testable import FresnelCommands
import FresnelModel
import FresnelPlatform

extension GrowthCase {
  /// Files that `fresnel index` reads: texts of items cut apart, and read.
  static var itemLines: [GrowthCase] {
    [
      lines("item lines: lines", list { "{\"id\":\"\($0)\",\"title\":\"t\",\"own\":[1]}\n" }),
      lines(
        "item lines: an array",
        list("[", "]", separator: ",\n") { "{\n\"id\":\"\($0)\",\n\"title\":\"t\"\n}" }),
      lines(
        "item lines: an item of many lines",
        list("{\n\"id\":\"a\"", "\n}\n") { ",\n\"own \($0)\":\n[\n1\n]" }),
      lines("item lines: blank lines", list { _ in " \r\n" }),
      lines("item lines: lines that are none", list { "nonsense \($0)\n" }),
      lines("item lines: open brackets", list { _ in "{\"a\":[\n" }),
      lines("item lines: closing brackets", list("{") { _ in "}\n]" }),
      lines("item lines: strings without an end", list { _ in "{\"a\n" }),
      lines(
        "item lines: fields with new names", list("{\"id\":\"a\"", "}") { ",\"old\($0)\":\($0)" },
        names: { count in
          Dictionary(uniqueKeysWithValues: (0..<count).map { ("old\($0)", "new\($0)") })
        }),
      lines(
        "item lines: numbers for texts",
        list("{\"id\":1,\"keywords\":[", "]}", separator: ",") { "\($0)" }),
      lines(
        "item lines: names that become one", list("{\"id\":1", "}") { ",\"\(signs($0))\":\($0)" }),
    ].flatMap { $0 }
  }

  /// A name of signs, each of which becomes an underscore.
  private static func signs(_ number: Int) -> String {
    let digits = String(number + 8192, radix: 2)
    return digits.map { $0 == "1" ? "+" : "-" }.joined()
  }

  private static func lines(
    _ name: String, _ input: @escaping (Int) -> String,
    names: @escaping (Int) -> [String: String] = { _ in [:] }
  ) -> [GrowthCase] {
    [("", 1.0), (", cut off", 0.99)].map { end, share in
      GrowthCase(name: name + end, smallest: 512, doublings: 4) { count in
        let scratch = try Scratch()
        let bytes = Array(input(count).utf8)
        let path = scratch.path + "/items"
        try FileSystem.write(Array(bytes.prefix(Int(Double(bytes.count) * share))), to: path)
        var line = ItemLine()
        line.names = names(count)
        return {
          withExtendedLifetime(scratch) { read(path, line) }
        }
      }
    }
  }

  private static func read(_ path: String, _ line: ItemLine) {
    guard let input = try? InputReader(path: path) else { return }
    var reader = ItemTextReader(input)
    while let text = try? reader.next() {
      guard case .bytes(let bytes) = text.content else { continue }
      use(try? line.content(from: bytes[...]))
    }
  }
}
