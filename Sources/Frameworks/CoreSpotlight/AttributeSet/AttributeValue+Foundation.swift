internal import Foundation
internal import FresnelModel

/// Why a value of Foundation cannot become an attribute.
struct ValueRejection: Error {
  /// One sentence without a subject, such as "is not a number".
  let message: String
}

extension AttributeValue {
  /// Nested deeper than this, a value is refused rather than risking the stack.
  private static let maximumDepth = 64

  /// Turns a property-list value, a URL, a person or a localized string into a stored value.
  static func converting(_ value: Any) -> Result<AttributeValue, ValueRejection> {
    do throws(ValueRejection) {
      return .success(try AttributeValue(converting: value, depth: 0))
    } catch {
      return .failure(error)
    }
  }

  private init(converting value: Any, depth: Int) throws(ValueRejection) {
    guard depth <= Self.maximumDepth else {
      throw ValueRejection(message: "is nested deeper than \(Self.maximumDepth) levels")
    }
    switch value {
    // Collections first: casting one to a class would bridge all that it holds, to any depth.
    case let elements as [Any]: self = try AttributeValue(elements: elements, depth: depth)
    case let entries as [AnyHashable: Any]:
      self = try AttributeValue(entries: entries, depth: depth)
    case let localized as CSLocalizedString: self = .localizedString(localized.texts)
    case let number as NSNumber: self = try AttributeValue(number)
    case let text as String: self = .string(text)
    case let date as Date: self = try AttributeValue(date)
    case let data as Data: self = .data([UInt8](data))
    case let url as URL: self = try AttributeValue(url)
    case let person as CSPerson: self = .person(person.modelPerson)
    case let set as NSSet: self = try AttributeValue(elements: set.allObjects, depth: depth)
    default:
      throw ValueRejection(message: "holds a \(type(of: value)), which is no property-list value")
    }
  }

  private init(_ number: NSNumber) throws(ValueRejection) {
    // Foundation on Linux makes objects of type "c" from truth values only: an Int8 becomes an "i".
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = try AttributeValue(finite: number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      self = .double(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }

  private init(finite double: Double) throws(ValueRejection) {
    guard !double.isNaN else { throw ValueRejection(message: "is not a number (NaN)") }
    self = .double(double)
  }

  private init(_ date: Date) throws(ValueRejection) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { throw ValueRejection(message: "is a date that is not a number") }
    self = .date(Timestamp(secondsSinceReferenceDate: seconds))
  }

  private init(_ url: URL) throws(ValueRejection) {
    self = .url(url.absoluteString)
  }

  private init(elements: [Any], depth: Int) throws(ValueRejection) {
    var values: [AttributeValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      values.append(try AttributeValue(converting: element, depth: depth + 1))
    }
    self = .array(values)
  }

  private init(entries: [AnyHashable: Any], depth: Int) throws(ValueRejection) {
    var values: [String: AttributeValue] = [:]
    values.reserveCapacity(entries.count)
    for (key, value) in entries {
      guard let name = key.base as? String else {
        throw ValueRejection(message: "holds a dictionary whose key is a \(type(of: key.base))")
      }
      values[name] = try AttributeValue(converting: value, depth: depth + 1)
    }
    self = .dictionary(values)
  }
}

extension AttributeValue {
  /// The text: of a localized string, the one for the current language.
  var text: String? {
    switch self {
    case .string(let text): text
    case .localizedString(let texts): LanguageChoice.current.text(of: texts)
    default: nil
    }
  }

  /// The number, with its kind: truth values, whole numbers and floating-point numbers stay apart.
  var number: NSNumber? {
    switch self {
    case .boolean(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    default: nil
    }
  }

  var dateValue: Date? {
    guard case .date(let timestamp) = self else { return nil }
    return Date(timeIntervalSinceReferenceDate: timestamp.secondsSinceReferenceDate)
  }

  var urlValue: URL? {
    guard case .url(let text) = self else { return nil }
    return URL(string: text)
  }

  var dataValue: Data? {
    guard case .data(let bytes) = self else { return nil }
    return Data(bytes)
  }

  var personValue: CSPerson? {
    guard case .person(let person) = self else { return nil }
    return CSPerson(person)
  }

  /// The value as Swift code meets it: `String`, `NSNumber`, `Date`, `Data`, `URL`, ``CSPerson``,
  /// ``CSLocalizedString``, or an array or dictionary of these.
  var foundationValue: Any {
    switch self {
    case .string(let text): text
    case .integer, .double, .boolean: number ?? NSNull()
    case .date: dateValue ?? NSNull()
    case .data(let bytes): Data(bytes)
    case .url(let text): URL(string: text) ?? text
    case .person(let person): CSPerson(person)
    case .localizedString(let texts): CSLocalizedString(localizedStrings: texts)
    case .array(let elements): elements.map(\.foundationValue)
    case .dictionary(let entries): entries.mapValues(\.foundationValue)
    case .null: NSNull()
    }
  }

  /// The value as an object that can be archived.
  var secureCodingValue: (any NSSecureCoding)? {
    switch self {
    case .string(let text): NSString(string: text)
    case .integer, .double, .boolean: number
    case .date:
      dateValue.map { NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) }
    case .data(let bytes): NSData(data: Data(bytes))
    case .url(let text): NSURL(string: text)
    case .person(let person): CSPerson(person)
    case .localizedString(let texts): CSLocalizedString(localizedStrings: texts)
    case .array(let elements): NSArray(array: elements.map(\.foundationValue))
    case .dictionary(let entries): NSDictionary(dictionary: entries.mapValues(\.foundationValue))
    case .null: nil
    }
  }
}
