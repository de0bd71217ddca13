import Foundation
import FresnelModel

/// The tables of test data.
enum WebTestData {
  /// The rows of a table, each a JSON object on a line.
  static func rows(_ path: String) throws -> [JSONValue] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../WebTestData/\(path)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONValue.parse(Array($0.utf8))
    }
  }
}
