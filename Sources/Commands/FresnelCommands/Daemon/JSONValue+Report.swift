internal import CommandKit
internal import FresnelModel

/// What stands in the daemon's reports; what is missing or of another kind reads as nothing.
extension JSONValue {
  /// A text of an object, fit for a terminal; empty where there is none.
  func text(_ name: String) -> String {
    if case .string(let text)? = self[name] { withoutControls(text) } else { "" }
  }

  /// A number of an object; 0 where there is none.
  func count(_ name: String) -> Int {
    if case .integer(let count)? = self[name] { Int(count) } else { 0 }
  }

  /// Whether an object says that something is so.
  func flag(_ name: String) -> Bool { self[name] == .boolean(true) }

  /// A list of an object; empty where there is none.
  func list(_ name: String) -> [JSONValue] {
    if case .array(let values)? = self[name] { values } else { [] }
  }
}
