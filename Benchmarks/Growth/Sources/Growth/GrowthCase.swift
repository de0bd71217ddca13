/// A parser or decoder with inputs of any size.
struct GrowthCase {
  /// What is read, and what the input is made of.
  let name: String
  /// How many parts the smallest input measured has.
  let smallest: Int
  /// How many times the number of parts is doubled; fewer where a limit ends the growth.
  let doublings: Int
  /// Makes what reads an input of so many parts; what making it takes is not measured.
  let prepare: (Int) throws -> () -> Void

  /// A case that reads bytes, and the same bytes cut off in the middle, which is an error in most formats.
  static func bytes(
    _ name: String, from smallest: Int = 512, doublings: Int = 4,
    _ input: @escaping (Int) throws -> [UInt8], _ read: @escaping ([UInt8]) -> Void
  ) -> [GrowthCase] {
    [
      GrowthCase(name: name, smallest: smallest, doublings: doublings) { count in
        let bytes = try input(count)
        return { read(bytes) }
      },
      GrowthCase(name: name + ", cut off", smallest: smallest, doublings: doublings) { count in
        let bytes = try input(count)
        let cut = Array(bytes.prefix(bytes.count - min(bytes.count / 50 + 1, 40)))
        return { read(cut) }
      },
    ]
  }

  /// The same for text.
  static func text(
    _ name: String, from smallest: Int = 512, doublings: Int = 4,
    _ input: @escaping (Int) -> String, _ read: @escaping (String) -> Void
  ) -> [GrowthCase] {
    bytes(name, from: smallest, doublings: doublings, { Array(input($0).utf8) }) {
      read(String(decoding: $0, as: UTF8.self))
    }
  }

  /// A text for each part, joined.
  static func list(
    _ head: String = "", _ tail: String = "", separator: String = "",
    _ part: @escaping (Int) -> String
  ) -> (Int) -> String {
    { count in head + (0..<count).map(part).joined(separator: separator) + tail }
  }

  /// Keeps the compiler from leaving out what nobody looks at.
  @inline(never)
  static func use(_ value: some Any) {
    withExtendedLifetime(value) {}
  }
}
