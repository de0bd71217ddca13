internal import Foundation
internal import FresnelModel
internal import SpotlightWire

extension ActivityDictionary {
  /// The dictionary as apps know it. Of keys that are equal in Swift, the last one counts.
  var foundationValue: [AnyHashable: Any] {
    var values: [AnyHashable: Any] = [:]
    values.reserveCapacity(entries.count)
    for entry in entries {
      if let key = entry.key.foundationKey { values[key] = entry.value.foundationValue }
    }
    return values
  }
}

extension ActivityValue {
  /// The value as apps know it. Numbers are objects: these can be taken for any of Swift's number types that
  /// holds them.
  fileprivate var foundationValue: Any {
    switch self {
    case .null: NSNull()
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .date(let value):
      Date(timeIntervalSinceReferenceDate: value.secondsSinceReferenceDate)
    case .text(let value): value
    case .data(let value): Data(value)
    // One that Foundation does not take is better text than nothing.
    case .url(let value): URL(string: value) ?? value
    case .array(let values): values.map(\.foundationValue)
    case .set(let values):
      Set(values.compactMap { $0.foundationValue as? AnyHashable })
    case .dictionary(let dictionary): dictionary.foundationValue
    }
  }

  /// A key as apps write it: number objects would not be found under Swift's numbers.
  fileprivate var foundationKey: AnyHashable? {
    switch self {
    case .text(let value): AnyHashable(value)
    case .integer(let value): AnyHashable(Int(value))
    case .unsigned(let value): AnyHashable(value)
    case .double(let value): AnyHashable(value)
    default: nil
    }
  }
}
