package import FresnelModel

/// A value that an activity carries: one of the types that property lists and `NSUserActivity` know.
///
/// Values are equal when they have the same encoding, so a set has no order, and a whole number is the same
/// in ``integer(_:)`` and ``unsigned(_:)``. `Documentation/formats/activity.md` describes the bytes.
package enum ActivityValue: Sendable {
  /// Nothing, which is a value too.
  case null
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number that is usually too large for ``integer(_:)``.
  case unsigned(UInt64)
  /// A floating-point number, never NaN, which would become zero.
  case double(Double)
  /// An instant.
  case date(Timestamp)
  /// Text, kept as it came: not even its Unicode form changes.
  case text(String)
  /// Bytes.
  case data([UInt8])
  /// A URL as text.
  case url(String)
  /// Values in their order.
  case array([ActivityValue])
  /// Values without order; one that is there twice counts once.
  case set([ActivityValue])
  /// Values by key.
  case dictionary(ActivityDictionary)

  /// The one encoding of the value.
  ///
  /// - Complexity: O(*b* · *d* + *n* log *n*) for *n* values of *b* bytes in sets that are nested *d* deep.
  package var canonicalBytes: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Whether the value may be a key: text and numbers may.
  package var isKey: Bool {
    switch self {
    case .text, .integer, .unsigned, .double: true
    default: false
    }
  }

  /// Checks that the value can be sent.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/tooLarge`` beyond the ``ActivityLimits``, or with
  ///   ``WireError/Code/malformed`` for a dictionary's key that is neither text nor a number.
  /// - Complexity: O(*b*) in the bytes of the value, sets aside.
  package func check() throws(WireError) {
    var valueCount = 0
    try check(depth: 0, &valueCount)
    guard canonicalBytes.count <= ActivityLimits.byteCount else {
      throw WireError(
        .tooLarge, "What an activity carries is longer than \(ActivityLimits.byteCount) bytes.")
    }
  }

  private func check(depth: Int, _ valueCount: inout Int) throws(WireError) {
    guard depth <= ActivityLimits.depth else {
      throw WireError(
        .tooLarge, "What an activity carries is nested deeper than \(ActivityLimits.depth) levels.")
    }
    valueCount += 1
    guard valueCount <= ActivityLimits.valueCount else {
      throw WireError(
        .tooLarge, "What an activity carries has more than \(ActivityLimits.valueCount) values.")
    }
    switch self {
    case .array(let values), .set(let values):
      for value in values { try value.check(depth: depth + 1, &valueCount) }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        guard entry.key.isKey else {
          throw WireError(
            .malformed, "A key that an activity carries is neither text nor a number.")
        }
        try entry.key.check(depth: depth + 1, &valueCount)
        try entry.value.check(depth: depth + 1, &valueCount)
      }
    default: break
    }
  }
}

extension ActivityValue: Hashable {
  /// Compares the encodings.
  package static func == (left: ActivityValue, right: ActivityValue) -> Bool {
    left.canonicalBytes == right.canonicalBytes
  }

  /// Hashes the encoding.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalBytes)
  }
}
