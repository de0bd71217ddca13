package import FresnelModel

/// An activity as it travels and as it is kept: everything about it but the attributes by which it is found.
package struct WireActivity: Hashable, Sendable {
  /// The type, in reverse-DNS form.
  package var type: String
  /// What a person reads.
  package var title: String?
  /// Words by which it is found too, ascending by their UTF-8, each once.
  package var keywords: [String] {
    didSet { keywords = Self.ascending(keywords) }
  }
  /// What the app needs to come back to the state.
  package var userInfo: ActivityDictionary
  /// The keys of `userInfo` that make the state what it is, ascending by their UTF-8, each once; `nil` when
  /// the app names none.
  package var requiredKeys: [String]? {
    didSet { requiredKeys = requiredKeys.map(Self.ascending) }
  }
  /// The page that shows the same on the web.
  package var webpage: String?
  /// Where the person came from.
  package var referrer: String?
  /// What tells a scene of the app whether the state is its.
  package var targetContentIdentifier: String?
  /// The name by which the app deletes it.
  package var persistentIdentifier: String?
  /// When it is of no more use.
  package var expiration: Timestamp?
  /// What it is eligible for.
  package var flags: ActivityFlags

  /// Puts the parts together; keywords and required keys come in any order.
  package init(
    type: String, title: String? = nil, keywords: [String] = [],
    userInfo: ActivityDictionary = ActivityDictionary(), requiredKeys: [String]? = nil,
    webpage: String? = nil, referrer: String? = nil, targetContentIdentifier: String? = nil,
    persistentIdentifier: String? = nil, expiration: Timestamp? = nil, flags: ActivityFlags = []
  ) {
    self.type = type
    self.title = title
    self.keywords = Self.ascending(keywords)
    self.userInfo = userInfo
    self.requiredKeys = requiredKeys.map(Self.ascending)
    self.webpage = webpage
    self.referrer = referrer
    self.targetContentIdentifier = targetContentIdentifier
    self.persistentIdentifier = persistentIdentifier
    self.expiration = expiration
    self.flags = flags
  }

  /// The one encoding of the activity.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Checks that the activity can be sent.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/tooLarge`` beyond the ``ActivityLimits``, or with
  ///   ``WireError/Code/malformed`` when it has no type, a webpage that is not of the web, or a key that is
  ///   neither text nor a number.
  package func check() throws(WireError) {
    if let problem = fieldProblem { throw problem }
    try ActivityValue.dictionary(userInfo).check()
    guard encoded.count <= ActivityLimits.byteCount else {
      throw WireError(.tooLarge, "An activity is longer than \(ActivityLimits.byteCount) bytes.")
    }
  }

  /// The parts that a summary has too, and their limits.
  static func problem(
    type: String, title: String, addresses: [String?], webpage: String?
  ) -> WireError? {
    guard 1...ActivityLimits.typeByteCount ~= type.utf8.count else {
      return type.isEmpty
        ? WireError(.malformed, "An activity has no type.")
        : WireError(.tooLarge, "An activity's type is too long.")
    }
    guard title.utf8.count <= ActivityLimits.titleByteCount else {
      return WireError(.tooLarge, "An activity's title is too long.")
    }
    let addresses = addresses + [webpage]
    guard addresses.allSatisfy({ $0?.utf8.count ?? 0 <= ActivityLimits.addressByteCount }) else {
      return WireError(.tooLarge, "A URL or an identifier of an activity is too long.")
    }
    guard webpage.map(WebAddress.isWeb) ?? true else {
      return WireError(.malformed, "An activity's webpage is not of the web.")
    }
    return nil
  }

  private var fieldProblem: WireError? {
    guard keywords.count <= ActivityLimits.keywordCount else {
      return WireError(.tooLarge, "An activity has too many keywords.")
    }
    return Self.problem(
      type: type, title: title ?? "",
      addresses: [referrer, targetContentIdentifier, persistentIdentifier], webpage: webpage)
  }

  private static func ascending(_ texts: [String]) -> [String] {
    var last: String?
    var texts = texts.sorted(by: precedes)
    texts.removeAll { text in
      defer { last = text }
      return last.map { $0.utf8.elementsEqual(text.utf8) } ?? false
    }
    return texts
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension WireActivity: WireValue {
  /// Appends the parts. What is beyond the limits is written all the same; see ``check()``.
  package func write(to writer: inout WireWriter) {
    writer.append(string: type)
    writer.append(optional: title)
    writer.append(list: keywords)
    writer.append(ActivityValue.dictionary(userInfo))
    writer.append(requiredKeys != nil)
    if let requiredKeys { writer.append(list: requiredKeys) }
    writer.append(optional: webpage)
    writer.append(optional: referrer)
    writer.append(optional: targetContentIdentifier)
    writer.append(optional: persistentIdentifier)
    writer.append(expiration != nil)
    if let expiration { writer.append(expiration.secondsSinceReferenceDate) }
    writer.append(flags.rawValue)
  }

  /// Reads an activity that is within the ``ActivityLimits``.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    type = try reader.string()
    title = try reader.optional()
    keywords = try Self.ascendingList(from: &reader)
    let place = reader.position
    guard case .dictionary(let userInfo) = try reader.value(ActivityValue.self) else {
      throw .malformed("what an activity carries is no dictionary", at: place)
    }
    self.userInfo = userInfo
    requiredKeys = try reader.flag() ? try Self.ascendingList(from: &reader) : nil
    webpage = try reader.optional()
    referrer = try reader.optional()
    targetContentIdentifier = try reader.optional()
    persistentIdentifier = try reader.optional()
    expiration =
      try reader.flag() ? Timestamp(secondsSinceReferenceDate: try reader.double()) : nil
    flags = try reader.flags(.all)
    if let problem = fieldProblem { throw WireError(.malformed, problem.message) }
    guard reader.position - start <= ActivityLimits.byteCount else {
      throw .malformed("an activity is too long", at: start)
    }
  }

  private static func ascendingList(from reader: inout WireReader) throws(WireError) -> [String] {
    let place = reader.position
    let texts = try reader.list(of: String.self)
    guard zip(texts, texts.dropFirst()).allSatisfy(precedes) else {
      throw .malformed("texts are out of order or repeated", at: place)
    }
    return texts
  }
}
