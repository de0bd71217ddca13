extension MIMETypeDatabase {
  /// The types that a tag stands for: one for each MIME type that the database has for it.
  func types(tagged tag: ContentTag, in tree: ContentTypeTree) -> [ContentType] {
    let candidates: [String] =
      switch tag.tagClass {
      case .filenameExtension: mimeTypes(filenameExtension: tag.value)
      case .mimeType: canonicalName(tag.value).map { [$0] } ?? []
      default: []
      }
    var result: [ContentType] = []
    for mimeType in candidates {
      let type = type(mimeType: mimeType, in: tree)
      if !result.contains(where: { $0.identifier == type.identifier }) { result.append(type) }
    }
    return result
  }

  /// The type of one of the database's MIME types: a declared one or, without one, a dynamic type that
  /// holds the MIME type and its preferred extension.
  ///
  /// The dynamic identifier holds no more than that, so that a database which learns another extension
  /// does not change it; ``completing(_:)`` adds the rest.
  func type(mimeType: String, in tree: ContentTypeTree) -> ContentType {
    if let declared = declaredType(mimeType: mimeType, in: tree) { return declared }
    var tags: [ContentTagClass: [String]] = [.mimeType: [mimeType]]
    if let preferred = filenameExtensions(mimeType: mimeType).first {
      tags[.filenameExtension] = [preferred.lowercased()]
    }
    let contents = DynamicTypeIdentifier(
      supertypes: supertypes(mimeType: mimeType, in: tree), tags: tags)
    return completing(ContentType(dynamic: contents))
  }

  /// A dynamic type with all tags that the database has for its MIME types, its own first.
  func completing(_ type: ContentType) -> ContentType {
    var result = type
    for name in type.tags[.mimeType] ?? [] {
      guard let mimeType = canonicalName(name) else { continue }
      result.add([mimeType] + aliases(mimeType: mimeType), .mimeType)
      result.add(filenameExtensions(mimeType: mimeType), .filenameExtension)
    }
    return result
  }

  private func declaredType(mimeType: String, in tree: ContentTypeTree) -> ContentType? {
    for name in [mimeType] + aliases(mimeType: mimeType) {
      guard let tag = ContentTag(name, .mimeType) else { continue }
      if let type = tree.types(tagged: tag).first { return type }
    }
    return Self.fileKinds[mimeType].flatMap { tree.declaredType($0) }
  }

  /// The nearest declared supertypes of a MIME type, sorted, none conforming to another.
  private func supertypes(mimeType: String, in tree: ContentTypeTree) -> [String] {
    var found: Set<String> = []
    var pending = parents(mimeType: mimeType)
    var visited: Set<String> = [mimeType, "application/octet-stream"]
    while let name = pending.popLast() {
      let parent = canonicalName(name) ?? name
      guard visited.insert(parent).inserted else { continue }
      if let type = declaredType(mimeType: parent, in: tree) {
        found.insert(type.identifier)
      } else {
        pending += parents(mimeType: parent)
      }
    }
    found.formUnion(Self.impliedSupertypes(of: mimeType))
    return found.filter { name in
      !found.contains { $0 != name && tree.conforms($0, to: name) }
    }.sorted()
  }

  /// What a MIME type's own name says about it.
  private static func impliedSupertypes(of mimeType: String) -> [String] {
    let parts = mimeType.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return ["public.data"] }
    // Every text type is a kind of text/plain, every other file a kind of application/octet-stream,
    // unless it is no stream of bytes at all.
    var result: [String] =
      switch parts[0] {
      case "inode": ["public.item"]
      case "text": ["public.plain-text"]
      case "image": ["public.image", "public.data"]
      case "audio": ["public.audio", "public.data"]
      case "video": ["public.movie", "public.data"]
      case "font": ["public.font", "public.data"]
      case "model": ["public.3d-content", "public.data"]
      case "message": ["public.message", "public.data"]
      default: ["public.data"]
      }
    if let mark = parts[1].lastIndex(of: "+"),
      let type = suffixes[String(parts[1][mark...].dropFirst())]
    {
      result.append(type)
    }
    return result
  }

  /// Structured syntax suffixes of MIME types (RFC 6839 and the registry that it began).
  private static let suffixes: [String: String] = [
    "xml": "public.xml", "json": "public.json", "zip": "public.zip-archive",
    "gzip": "org.gnu.gnu-zip-archive", "yaml": "public.yaml",
  ]

  /// The types of what is in a file system and is no ordinary file.
  private static let fileKinds: [String: String] = [
    "inode/directory": "public.directory", "inode/symlink": "public.symlink",
    "inode/mount-point": "com.apple.mount-point",
  ]
}

extension ContentType {
  /// Adds tags that the type does not have yet.
  fileprivate mutating func add(_ values: [String], _ tagClass: ContentTagClass) {
    for value in values where tags[tagClass]?.contains(value) != true {
      tags[tagClass, default: []].append(value)
    }
  }
}
