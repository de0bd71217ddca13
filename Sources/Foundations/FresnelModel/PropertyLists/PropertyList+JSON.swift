extension PropertyList {
  /// Reads the JSON form: objects are dictionaries; `null` is not allowed.
  static func readJSON(
    _ bytes: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyList {
    let value: JSONValue
    do {
      value = try JSONValue.parse(bytes)
    } catch {
      throw PropertyListError(
        error.reason.hasSuffix("comes twice") ? .repeatedKey : .malformed,
        at: .text(line: error.line, column: error.column), error.reason)
    }
    return try convert(value, depth: 0, limits: limits, path: "")
  }

  private static func convert(
    _ value: JSONValue, depth: Int, limits: PropertyListLimits, path: String
  ) throws(PropertyListError) -> PropertyList {
    // The parser does not say where a value was; its keys do.
    func failure(_ code: PropertyListError.Code, _ reason: String) -> PropertyListError {
      PropertyListError(code, at: .keyPath(path), reason)
    }
    let tooDeep = failure(.tooDeep, "arrays and dictionaries nest deeper than \(limits.depth)")
    switch value {
    case .null: throw failure(.unsupported, "null has no place in a property list")
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let number): return .integer(number)
    case .double(let number): return .real(number)
    case .string(let text): return .string(text)
    case .array(let values):
      guard depth < limits.depth else { throw tooDeep }
      var result: [PropertyList] = []
      for (index, value) in values.enumerated() {
        result.append(
          try convert(value, depth: depth + 1, limits: limits, path: "\(path)[\(index)]"))
      }
      return .array(result)
    case .object(let members):
      guard depth < limits.depth else { throw tooDeep }
      var result: [String: PropertyList] = [:]
      for member in members {
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        result[member.name] = try convert(
          member.value, depth: depth + 1, limits: limits, path: inner)
      }
      return .dictionary(result)
    }
  }

  /// The list as JSON: dates as ISO 8601 (or seconds since 2001 where that cannot say them), data as
  /// base64, keys in the order of their bytes.
  package var json: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .boolean(let boolean): .boolean(boolean)
    case .date(let date):
      date.iso8601.map { .string($0) } ?? .double(date.secondsSinceReferenceDate)
    case .data(let bytes): .string(Base64.encode(bytes))
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let entries):
      .object(
        entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { JSONMember($0.key, $0.value.json) })
    }
  }
}
