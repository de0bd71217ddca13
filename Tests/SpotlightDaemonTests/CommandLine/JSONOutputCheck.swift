import FresnelModel
import Testing

/// Runs commands with `--json` and compares what they write with `Documentation/json.md`.
struct JSONOutputCheck {
  private let descriptions: [String: JSONDescription]

  init() throws {
    descriptions = try JSONDescription.all()
  }

  /// What is not as the page says of a command; empty when all is.
  func faults(of object: JSONValue, _ name: String) throws -> [String] {
    try #require(descriptions[name], "\(name) is not described").faults(of: object)
  }

  /// Runs a command and checks each line of both streams.
  ///
  /// - Parameters:
  ///   - name: The command.
  ///   - words: Its arguments.
  ///   - fresnel: What runs it.
  ///   - lines: How many objects there are to be on standard output; `nil` where that is not known.
  ///   - errors: Which kinds of objects there are to be on standard error; `nil` where that is not known.
  ///   - input: What it reads.
  /// - Returns: The objects on standard output.
  /// - Throws: That it cannot be run, or that a line is no JSON.
  @discardableResult
  func callAsFunction(
    _ name: String, _ words: [String] = [], of fresnel: FresnelProgram, lines: Int? = nil,
    errors: Set<String>? = [], input: String = ""
  ) throws -> [JSONValue] {
    let run = try fresnel.run(
      name.split(separator: " ").map(String.init) + words + ["--json"], input: input)
    let place = "\(name) \(words.joined(separator: " ")): \(run.output)\(run.errors)"
    let objects = try run.objects()
    for object in objects { #expect(try faults(of: object, name) == [], "\(place)") }
    if let lines { #expect(objects.count == lines, "\(place)") }
    var kinds: Set<String> = []
    for object in try run.errorObjects() {
      let kind =
        object["error"] != nil ? "Errors" : object["warning"] != nil ? "Warnings" : "Totals"
      kinds.insert(kind)
      #expect(try faults(of: object, kind) == [], "\(place)")
      if kind == "Errors" { #expect(object["status"] == run.status.map { .integer(Int64($0)) }) }
    }
    if let errors { #expect(kinds == errors, "\(place)") }
    return objects
  }
}
