/// Why the service did not do what it was asked.
package struct ServiceError: Error, Hashable, Sendable, WireValue {
  /// What the one who asked can do about it.
  package enum Code: UInt16, CaseIterable, Hashable, Sendable, WireValue {
    /// An item cannot be stored; mend it.
    case invalidItem = 1
    /// The client state is too long, or the index keeps none.
    case invalidClientState = 2
    /// The stored client state is not the expected one; fetch it and begin again from there.
    case mismatchedClientState = 3
    /// The store cannot be used now; try again.
    case unavailable = 4
    /// The query string is malformed; mend it.
    case invalidQuery = 5
    /// The app stores all that it may; delete something.
    case quotaExceeded = 6
    /// The protection class is locked; try again after it is unlocked.
    case classLocked = 7
    /// The request was cancelled.
    case cancelled = 8
    /// The one who asked may not.
    case refused = 9
    /// The request is of a kind that is not served here.
    case unsupported = 10
    /// The connection ended before the answer came. Made by the client itself, never sent.
    case connectionLost = 11
    /// Nobody read the results for too long; ask again.
    case resultsNotRead = 12
    /// Indexing is paused or switched off for the app; try again later.
    case paused = 13
    /// The request is longer than may be; make it smaller.
    case tooLarge = 14
    /// The app that was to provide something failed, in the words of the message.
    case providerFailed = 15
  }

  /// A fact about a failure, for programs.
  package struct Detail: Hashable, Sendable, WireValue {
    /// The name of the fact.
    package var key: String
    /// The fact.
    package var value: String

    /// Makes a fact.
    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }

    /// Appends the name and the fact.
    package func write(to writer: inout WireWriter) {
      writer.append(string: key)
      writer.append(string: value)
    }

    /// Reads the name and the fact.
    package init(from reader: inout WireReader) throws(WireError) {
      key = try reader.string()
      value = try reader.string()
    }
  }

  /// What the one who asked can do about it.
  package var code: Code
  /// Whether the same request may succeed later.
  package var isRetryable: Bool
  /// One sentence in English that says what was wrong and where.
  package var message: String
  /// The unique identifier of the item at fault.
  package var itemIdentifier: String?
  /// The name of the attribute at fault.
  package var attribute: String?
  /// Where a query string went wrong; the first character is column 1.
  package var column: Int?
  /// Further facts, in the order in which they are to be shown.
  package var details: [Detail]

  /// Makes a failure.
  package init(
    _ code: Code, _ message: String, isRetryable: Bool? = nil, itemIdentifier: String? = nil,
    attribute: String? = nil, column: Int? = nil, details: [Detail] = []
  ) {
    self.code = code
    self.isRetryable = isRetryable ?? code.isUsuallyRetryable
    self.message = message
    self.itemIdentifier = itemIdentifier
    self.attribute = attribute
    self.column = column
    self.details = details
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(code)
    writer.append(isRetryable)
    writer.append(string: message)
    writer.append(optional: itemIdentifier)
    writer.append(optional: attribute)
    writer.append(column != nil)
    if let column { writer.append(varint: UInt64(max(0, column))) }
    writer.append(list: details)
  }

  /// Reads a failure.
  package init(from reader: inout WireReader) throws(WireError) {
    code = try reader.value()
    isRetryable = try reader.flag()
    message = try reader.string()
    itemIdentifier = try reader.optional()
    attribute = try reader.optional()
    column = try reader.flag() ? try reader.ordinal() : nil
    details = try reader.list()
  }
}

extension ServiceError {
  /// Says that an item may be in classes that can be locked, over whose channels it is to be asked for.
  package init(elsewhere classes: [ProtectionClass], item: String) {
    let details = classes.enumerated().map { number, protection in
      Detail(key: "class.\(number + 1)", value: "\(protection.rawValue)")
    }
    self.init(
      .classLocked,
      "The item may be in a class that can be locked; it is to be asked for over its channel.",
      itemIdentifier: item, details: details)
  }

  /// The classes over whose channels an item is to be asked for.
  package var namedClasses: [ProtectionClass] {
    details.compactMap { detail in
      guard detail.key.hasPrefix("class.") else { return nil }
      return UInt8(detail.value).flatMap(ProtectionClass.init(rawValue:))
    }
  }
}

extension ServiceError {
  /// What is missing from an answer because of the failure, where that is all of a class.
  package func message(omitting protection: ProtectionClass) -> String {
    "The items of the class \(protection.name) cannot be read now and are missing. \(message)"
  }

  /// Says what an answer left out as it cannot be read now.
  ///
  /// - Parameter omissions: What is missing and why, one sentence each; at least one.
  package init(omitting omissions: [String]) {
    let details = omissions.enumerated().map { number, sentence in
      Detail(key: "omitted.\(number + 1)", value: sentence)
    }
    self.init(.unavailable, omissions.joined(separator: " "), details: details)
  }

  /// Says that a query found everything apart from what is in the app's own store, which was not taken over.
  ///
  /// - Parameter omission: What is missing and why, in one sentence.
  package init(lackingOwnStore omission: String) {
    self.init(
      .unavailable, omission, details: [Detail(key: Self.ownStoreKey, value: omission)])
  }

  private static let ownStoreKey = "ownStore"

  /// Whether a query found everything apart from what is in the app's own store: what came before this failure counts.
  package var lacksOwnStoreAlone: Bool { details.contains { $0.key == Self.ownStoreKey } }

  /// Says why a store of an app is not taken over from one of its processes, though nothing of it is missing: the
  /// daemon has it, or is getting it from another process.
  ///
  /// - Parameter reason: Why, in one sentence.
  package init(handedOver reason: String) {
    self.init(
      .unavailable, reason, isRetryable: false,
      details: [Detail(key: Self.handedOverKey, value: reason)])
  }

  private static let handedOverKey = "handedOver"

  /// Whether a store was not taken over since the daemon has it, or is getting it from another process of the app.
  package var isHandedOver: Bool { details.contains { $0.key == Self.handedOverKey } }

  /// What the answer left out and why, one sentence each; none where the failure is another one.
  package var omissions: [String] {
    details.compactMap { $0.key.hasPrefix("omitted.") ? $0.value : nil }
  }
}

extension ServiceError.Code {
  /// Whether a failure of this kind goes away by itself, unless it says otherwise.
  package var isUsuallyRetryable: Bool {
    switch self {
    case .unavailable, .classLocked, .connectionLost, .paused: true
    default: false
    }
  }
}

extension ServiceError: CustomStringConvertible {
  /// The sentence.
  package var description: String { message }
}
