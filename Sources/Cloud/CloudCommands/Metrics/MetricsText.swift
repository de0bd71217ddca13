/// Numbers in the text form that Prometheus reads (version 0.0.4).
struct MetricsText {
  /// What a number is.
  enum Kind: String {
    /// It only rises while the process lives.
    case counter
    /// It rises and falls.
    case gauge
    /// Counts by size.
    case histogram
  }

  /// The text.
  private(set) var text = ""

  /// Begins a family of numbers.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - kind: What its numbers are.
  ///   - help: One sentence.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a number of the family that was begun last.
  ///
  /// - Parameters:
  ///   - name: The family's name, or that with a suffix.
  ///   - value: The number.
  ///   - labels: What tells it from others of its family.
  mutating func add(
    _ name: String, _ value: Double, _ labels: KeyValuePairs<String, String> = [:]
  ) {
    let list = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    text += list.isEmpty ? name : "\(name){\(list)}"
    text += " \(Self.shown(value))\n"
  }

  /// A family of one number.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    begin(name, kind, help)
    add(name, value)
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func shown(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
