/// The types known at one moment: what conforms to what, and which tags stand for which type.
///
/// A plain value: copying it gives a snapshot. ``ContentTypeRegistry`` holds the one that programs
/// share.
public struct ContentTypeTree: Sendable {
  /// Declared types by identifier in lower case.
  private var declared: [String: ContentType] = [:]
  /// Keys of the direct supertypes of a declared type, by its key.
  private var parents: [String: [String]] = [:]
  /// Keys of the declared types that claim a tag, in the order of their declaration.
  private var claims: [ContentTag: [String]] = [:]
  /// The built-in type that an extension stands for when several claim it.
  private var preferred: [ContentTag: String] = [:]

  /// Makes a tree without types.
  public init() {}

  /// The number of declared types.
  public var count: Int { declared.count }

  /// The declared types, sorted by identifier.
  public var declaredTypes: [ContentType] {
    declared.values.sorted { $0.identifier < $1.identifier }
  }

  /// The declared type of a name, whatever its case.
  public func declaredType(_ identifier: String) -> ContentType? {
    declared[Self.key(identifier)]
  }

  /// The type that an identifier names: a declared one, or the one that a dynamic identifier spells
  /// out.
  public func type(_ identifier: String) -> ContentType? {
    if let type = declaredType(identifier) { return type }
    guard ContentTypeIdentifier.isDynamic(identifier), ContentTypeIdentifier.isValid(identifier),
      identifier.utf8.count > "dyn.".utf8.count
    else { return nil }
    let contents = DynamicTypeIdentifier(decoding: identifier)
    return ContentType(
      identifier: Self.key(identifier), origin: .dynamic, supertypes: contents?.supertypes ?? [],
      tags: contents?.tags ?? [:])
  }

  /// Adds a declaration.
  ///
  /// Of two declarations of one name the one of the higher ``ContentType/Origin`` stays, and the
  /// earlier of equals; two of origin ``ContentType/Origin/code`` are joined. A type of the
  /// system under a reserved prefix cannot be replaced.
  ///
  /// - Throws: ``ContentTypeError`` when the name is no identifier, when it is reserved and the origin
  ///   claims to own it, and when the type would conform to itself. The tree is then unchanged.
  public mutating func declare(_ type: ContentType) throws(ContentTypeError) {
    let name = type.identifier
    guard ContentTypeIdentifier.isValid(name) else {
      throw ContentTypeError(
        .invalidIdentifier,
        "'\(name)' cannot name a type: only ASCII letters, digits, dots and hyphens can.",
        identifier: name)
    }
    let claimsReserved = type.origin == .exported && ContentTypeIdentifier.isReserved(name)
    guard !claimsReserved, !ContentTypeIdentifier.isDynamic(name) else {
      throw ContentTypeError(
        .reservedIdentifier,
        "The type '\(name)' cannot be declared: public, dyn and com.apple are reserved.",
        identifier: name)
    }
    for supertype in type.supertypes where conforms(supertype, to: name) {
      throw ContentTypeError(
        .cycle, "The type '\(name)' would conform to itself by way of '\(supertype)'.",
        identifier: name)
    }
    var type = type
    if let known = declaredType(name) {
      let isJoined = known.origin == .code && type.origin == .code
      guard isJoined || known.origin < type.origin else { return }
      if isJoined {
        let added = type.supertypes.filter { !conforms(known.identifier, to: $0) }
        type = known
        type.supertypes += added
      }
      withdrawClaims(of: known)
    }
    let key = Self.key(name)
    declared[key] = type
    parents[key] = type.supertypes.map(Self.key)
    for tag in Self.tags(of: type) {
      claims[tag, default: []].append(key)
    }
  }

  private mutating func withdrawClaims(of type: ContentType) {
    let key = Self.key(type.identifier)
    for tag in Self.tags(of: type) {
      claims[tag]?.removeAll { $0 == key }
      if preferred[tag] == key { preferred[tag] = nil }
    }
  }

  /// Makes a declared type the one that a tag stands for when several claim it.
  mutating func prefer(_ identifier: String, for tag: ContentTag) {
    preferred[tag] = Self.key(identifier)
  }

  static func key(_ identifier: String) -> String {
    identifier.lowercased()
  }

  private static func tags(of type: ContentType) -> [ContentTag] {
    type.tags.flatMap { tagClass, values in values.compactMap { ContentTag($0, tagClass) } }
  }
}

// MARK: - Conformance

extension ContentTypeTree {
  /// Whether a type conforms to another, directly, through others, or because they are the same.
  ///
  /// - Complexity: O(*n*) in the number of supertypes.
  public func conforms(_ identifier: String, to supertype: String) -> Bool {
    let wanted = Self.key(supertype)
    return reaches(from: identifier) { $0 == wanted }
  }

  /// The identifiers of all types that a type conforms to except itself, nearest first. Names that
  /// nothing declares are left out.
  public func supertypes(of identifier: String) -> [String] {
    let own = Self.key(identifier)
    var result: [String] = []
    _ = reaches(from: identifier) { key in
      if key != own, let type = type(key) { result.append(type.identifier) }
      return false
    }
    return result
  }

  /// What a person calls the type: its own description or that of the nearest supertype that has one.
  public func description(of identifier: String) -> String? {
    var result: String?
    _ = reaches(from: identifier) { key in
      result = declared[key]?.description
      return result != nil
    }
    return result
  }

  /// Visits the key of a type and those of its supertypes, breadth first, until the body returns true.
  private func reaches(from identifier: String, _ body: (String) -> Bool) -> Bool {
    var keys = [Self.key(identifier)]
    var found = Set(keys)
    var next = 0
    while next < keys.count {
      let key = keys[next]
      next += 1
      if body(key) { return true }
      let above = parents[key] ?? type(key)?.supertypes.map(Self.key) ?? []
      for parent in above where found.insert(parent).inserted { keys.append(parent) }
    }
    return false
  }
}

// MARK: - Tags

extension ContentTypeTree {
  /// The declared types that a tag stands for, the preferred one first.
  ///
  /// The system's types come first, then exported, imported and undeclared ones. With a supertype, only
  /// types that conform to it count.
  public func types(tagged tag: ContentTag, conformingTo supertype: String? = nil) -> [ContentType]
  {
    guard let keys = claims[tag] else { return [] }
    let first = preferred[tag]
    return keys.enumerated()
      .compactMap { position, key -> (rank: Int, position: Int, type: ContentType)? in
        guard let type = declared[key],
          supertype.map({ conforms(type.identifier, to: $0) }) ?? true
        else { return nil }
        return (key == first ? 0 : Self.rank(type.origin), position, type)
      }
      .sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }
      .map(\.type)
  }

  /// The type that a tag stands for: the preferred declared one or, without one, a dynamic type that
  /// holds the tag and conforms to the supertype.
  public func type(tagged tag: ContentTag, conformingTo supertype: String?) -> ContentType {
    if let type = types(tagged: tag, conformingTo: supertype).first { return type }
    let contents = DynamicTypeIdentifier(
      supertypes: supertype.map { [$0] } ?? [], tags: [tag.tagClass: [tag.value]])
    return ContentType(dynamic: contents)
  }

  /// The system's types win over a program's so that one program cannot take over a common extension
  /// for all that it does with files.
  private static func rank(_ origin: ContentType.Origin) -> Int {
    switch origin {
    case .builtIn: 1
    case .exported: 2
    case .imported: 3
    case .code, .dynamic: 4
    }
  }
}

extension ContentType {
  /// Makes the type that the contents of a dynamic identifier describe.
  init(dynamic contents: DynamicTypeIdentifier) {
    self.init(
      identifier: contents.identifier, origin: .dynamic, supertypes: contents.supertypes,
      tags: contents.tags)
  }
}
