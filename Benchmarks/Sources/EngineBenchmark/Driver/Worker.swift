import FresnelModel
import FresnelPlatform

/// A process that measures one phase and prints its figures on a line that begins with `RESULT`.
enum Worker {
  /// Runs a program and returns its figures.
  static func run(_ program: String, _ arguments: [String]) throws -> JSONValue {
    let (ending, output) = try Command(program, arguments).capture()
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    guard ending.isSuccess, let line = lines.last(where: { $0.hasPrefix("RESULT ") }) else {
      let command = ([program] + arguments).joined(separator: " ")
      throw BenchmarkFailure(
        "No figures came from: \(command)" + lines.suffix(3).map { "\n  \($0)" }.joined())
    }
    return try JSONValue.parse(Array(line.dropFirst("RESULT ".count).utf8))
  }
}
