package import FresnelModel
import FresnelPlatform

/// The tables in `Tests/WebTestData`, which say what documents of the web mean.
package enum WebTestData {
  /// A file of the folder, named by its path there.
  package static func bytes(of name: String) throws -> [UInt8] {
    // This file is four folders deep in the package.
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try FileSystem.contents(of: "/\(package)/Tests/WebTestData/\(name)")
  }

  /// The rows of a table of the folder, named by its path there: one JSON object to a line.
  package static func rows(of name: String) throws -> [JSONValue] {
    try rows(in: bytes(of: name))
  }

  /// The rows of a table: one JSON object to a line.
  package static func rows(in bytes: [UInt8]) throws -> [JSONValue] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue.parse($0) }
  }
}

extension JSONValue {
  /// The text; `nil` of anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements; empty for anything else.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
