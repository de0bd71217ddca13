internal import Foundation

/// The part of a `userInfo` dictionary that can be archived and handed on, and what is wrong with
/// the rest.
struct UserInfoCheck {
  /// Something that cannot be handed on.
  struct Problem: Equatable, CustomStringConvertible {
    /// Where it is, such as `userInfo.recipients[2].photo`.
    let keyPath: String
    /// What is wrong with it.
    let message: String

    var description: String { "\(keyPath) \(message)" }
  }

  /// Nested deeper than this, an entry is refused.
  static let maximumDepth = 64

  /// The entries without fault.
  private(set) var accepted: [AnyHashable: Any] = [:]
  /// One problem for each entry left out.
  private(set) var problems: [Problem] = []

  init(_ entries: [AnyHashable: Any]) {
    accepted.reserveCapacity(entries.count)
    for (key, value) in entries {
      let path = "userInfo." + Self.name(of: key)
      if let problem = Self.problem(ofKey: key, at: path)
        ?? Self.problem(of: value, at: path, depth: 0)
      {
        problems.append(problem)
      } else {
        accepted[key] = value
      }
    }
  }

  private static func name(of key: AnyHashable) -> String { String(describing: key.base) }

  private static func problem(ofKey key: AnyHashable, at path: String) -> Problem? {
    guard key.base is String || key.base is NSNumber else {
      return Problem(keyPath: path, message: "has a key of type \(type(of: key.base))")
    }
    return nil
  }

  private static func problem(of value: Any, at path: String, depth: Int) -> Problem? {
    guard depth <= maximumDepth else {
      return Problem(keyPath: path, message: "is nested deeper than \(maximumDepth) levels")
    }
    switch value {
    // Collections first: casting one to a class would bridge all that it holds, to any depth.
    case let elements as [Any]:
      return problem(ofElements: elements, at: path, depth: depth)
    case let entries as [AnyHashable: Any]:
      for (key, value) in entries {
        let path = path + "." + name(of: key)
        if let problem = problem(ofKey: key, at: path)
          ?? problem(of: value, at: path, depth: depth + 1)
        {
          return problem
        }
      }
      return nil
    case let set as Set<AnyHashable>:
      return problem(ofElements: set.map(\.base), at: path, depth: depth)
    case is String, is NSNumber, is Date, is Data, is URL, is NSNull: return nil
    case let set as NSSet:
      return problem(ofElements: set.allObjects, at: path, depth: depth)
    default:
      return Problem(
        keyPath: path, message: "is a \(type(of: value)), which no activity can carry")
    }
  }

  private static func problem(ofElements elements: [Any], at path: String, depth: Int) -> Problem? {
    for (index, element) in elements.enumerated() {
      if let problem = problem(of: element, at: "\(path)[\(index)]", depth: depth + 1) {
        return problem
      }
    }
    return nil
  }
}
