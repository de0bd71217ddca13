internal import FresnelModel
internal import FresnelPlatform

extension JSONValue {
  /// A text, or `null`.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A count, or `null`.
  static func count(_ count: Int?) -> JSONValue { count.map { .integer(Int64($0)) } ?? .null }

  /// A duration in whole milliseconds, or `null`.
  static func milliseconds(_ duration: Duration?) -> JSONValue {
    duration.map { .integer(Int64(clamping: $0.clampedNanoseconds / 1_000_000)) } ?? .null
  }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// An object of the members that have a value.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.filter { $0.value != .null }.map { JSONMember($0.key, $0.value) })
  }
}
