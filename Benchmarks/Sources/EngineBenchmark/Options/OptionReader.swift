/// Options of a command line, each a name with a value or a name alone.
struct OptionReader {
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Takes a command line apart.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - valued: The options that a value follows.
  ///   - bare: Those that stand alone.
  /// - Throws: ``BenchmarkFailure`` for what is no option or lacks its value.
  init(_ arguments: some Sequence<String>, valued: Set<String>, bare: Set<String> = []) throws {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      if bare.contains(option) {
        flags.insert(option)
      } else if valued.contains(option) {
        guard let value = rest.popFirst() else {
          throw BenchmarkFailure("\(option) needs a value.")
        }
        values[option] = value
      } else {
        throw BenchmarkFailure("\(option) is no option; --help lists them.")
      }
    }
  }

  /// Whether an option without value was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option.
  subscript(_ option: String) -> String? { values[option] }

  /// The value of an option that must be given.
  func required(_ option: String) throws -> String {
    guard let value = values[option] else { throw BenchmarkFailure("\(option) is missing.") }
    return value
  }

  /// The value of an option that takes a number, zero or more.
  func number(_ option: String) throws -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw BenchmarkFailure("\(option) takes a number, not \"\(text)\".")
    }
    return number
  }

  /// The value of an option that takes names with commas between them.
  func list(_ option: String) -> [String]? {
    values[option]?.split(separator: ",").map(String.init)
  }
}
