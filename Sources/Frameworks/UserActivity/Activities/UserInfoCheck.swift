internal import Foundation
internal import FresnelModel
internal import SpotlightWire

/// The part of a `userInfo` dictionary that an activity can carry, in both of its forms, and what is wrong
/// with the rest.
struct UserInfoCheck {
  /// Something that cannot be handed on.
  struct Problem: Error, Equatable, CustomStringConvertible {
    /// Where it is, such as `userInfo.recipients[2].photo`.
    let keyPath: String
    /// What is wrong with it.
    let message: String

    var description: String { "\(keyPath) \(message)" }
  }

  /// The entries without fault, as the app gave them.
  private(set) var accepted: [AnyHashable: Any] = [:]
  /// The same entries, as they travel.
  let values: ActivityDictionary
  /// One problem for each entry left out.
  private(set) var problems: [Problem] = []

  init(_ entries: [AnyHashable: Any]) {
    accepted.reserveCapacity(entries.count)
    var pairs: [(ActivityValue, ActivityValue)] = []
    pairs.reserveCapacity(entries.count)
    for (key, value) in entries {
      let path = "userInfo." + Self.name(of: key)
      do throws(Problem) {
        // The whole dictionary is at depth 0.
        pairs.append((try Self.key(key, at: path), try Self.value(of: value, at: path, depth: 1)))
        accepted[key] = value
      } catch {
        problems.append(error)
      }
    }
    values = ActivityDictionary(pairs)
  }

  private static func name(of key: AnyHashable) -> String { String(describing: key.base) }

  private static func key(_ key: AnyHashable, at path: String) throws(Problem) -> ActivityValue {
    if let text = key.base as? String { return .text(text) }
    guard let number = key.base as? NSNumber else {
      throw Problem(keyPath: path, message: "has a key of type \(type(of: key.base))")
    }
    let value = Self.value(of: number, givenAs: key.base)
    return if case .boolean(let flag) = value { .integer(flag ? 1 : 0) } else { value }
  }

  private static func value(
    of value: Any, at path: String, depth: Int
  ) throws(Problem) -> ActivityValue {
    guard depth <= ActivityLimits.depth else {
      throw Problem(keyPath: path, message: "is nested deeper than \(ActivityLimits.depth) levels")
    }
    switch value {
    // Collections first: casting one to a class would bridge all that it holds, to any depth.
    case let elements as [Any]:
      return .array(try values(of: elements, at: path, depth: depth))
    case let entries as [AnyHashable: Any]:
      var pairs: [(ActivityValue, ActivityValue)] = []
      for (key, value) in entries {
        let path = path + "." + name(of: key)
        pairs.append(
          (try Self.key(key, at: path), try Self.value(of: value, at: path, depth: depth + 1)))
      }
      return .dictionary(ActivityDictionary(pairs))
    case let set as Set<AnyHashable>:
      return .set(try values(of: set.map(\.base), at: path, depth: depth))
    case let text as String: return .text(text)
    case let number as NSNumber: return Self.value(of: number, givenAs: value)
    case let date as Date:
      return .date(Timestamp(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let data as Data: return .data([UInt8](data))
    case let url as URL: return .url(url.absoluteString)
    case is NSNull: return .null
    case let set as NSSet:
      return .set(try values(of: set.allObjects, at: path, depth: depth))
    default:
      throw Problem(
        keyPath: path, message: "is a \(type(of: value)), which no activity can carry")
    }
  }

  private static func values(
    of elements: [Any], at path: String, depth: Int
  ) throws(Problem) -> [ActivityValue] {
    var values: [ActivityValue] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      values.append(try value(of: element, at: "\(path)[\(index)]", depth: depth + 1))
    }
    return values
  }

  /// A number with its kind, truth value, whole or not, as Foundation tells it by a letter.
  private static func value(of number: NSNumber, givenAs original: Any) -> ActivityValue {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .double(number.doubleValue)
    case UInt8(ascii: "Q"): .unsigned(number.uint64Value)
    // A number object of one byte may be either; only Swift's types tell for certain.
    case UInt8(ascii: "c") where type(of: original) != Int8.self && 0...1 ~= number.int64Value,
      UInt8(ascii: "B"):
      .boolean(number.boolValue)
    default: .integer(number.int64Value)
    }
  }
}
