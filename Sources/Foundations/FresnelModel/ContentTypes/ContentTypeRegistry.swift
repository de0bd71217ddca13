import Synchronization

/// The types that a program shares: the system's, those it declares, and those that the machine's MIME
/// database knows. Safe to use from any thread.
public final class ContentTypeRegistry: Sendable {
  private let tree: Mutex<ContentTypeTree>
  /// The machine's MIME database, asked for only when no declared type answers.
  private let mimeTypes: @Sendable () -> MIMETypeDatabase

  /// Makes a registry.
  ///
  /// - Parameters:
  ///   - tree: The types to begin with.
  ///   - mimeTypes: Gives the machine's MIME database. Called without a lock held and for each look-up
  ///     that needs it, so it keeps what it reads.
  public init(
    tree: ContentTypeTree = .builtIn,
    mimeTypes: @escaping @Sendable () -> MIMETypeDatabase = { MIMETypeDatabase() }
  ) {
    self.tree = Mutex(tree)
    self.mimeTypes = mimeTypes
  }

  /// The declared types as they are now.
  public var snapshot: ContentTypeTree {
    tree.withLock { $0 }
  }

  /// Adds a declaration; see ``ContentTypeTree/declare(_:)``.
  public func declare(_ type: ContentType) throws(ContentTypeError) {
    try tree.withLock { (tree) throws(ContentTypeError) in try tree.declare(type) }
  }

  /// Adds declarations and returns why some were refused.
  public func declare(_ types: [ContentType]) -> [ContentTypeError] {
    tree.withLock { tree in
      types.compactMap { type in
        do throws(ContentTypeError) {
          try tree.declare(type)
          return nil
        } catch {
          return error
        }
      }
    }
  }

  /// The type that an identifier names: declared, or dynamic with the tags that the MIME database adds.
  public func type(_ identifier: String) -> ContentType? {
    guard let type = snapshot.type(identifier) else { return nil }
    guard type.origin == .dynamic, type.tags[.mimeType] != nil else { return type }
    return mimeTypes().completing(type)
  }

  /// The type that a tag stands for: declared, else known to the MIME database, else dynamic.
  public func type(tagged tag: ContentTag, conformingTo supertype: String?) -> ContentType {
    types(tagged: tag, conformingTo: supertype).first
      ?? snapshot.type(tagged: tag, conformingTo: supertype)
  }

  /// The types that a tag stands for, the preferred one first: the declared ones or, without any, those
  /// that the MIME database knows.
  public func types(tagged tag: ContentTag, conformingTo supertype: String?) -> [ContentType] {
    let tree = snapshot
    let declared = tree.types(tagged: tag, conformingTo: supertype)
    guard declared.isEmpty else { return declared }
    return mimeTypes().types(tagged: tag, in: tree).filter { type in
      supertype.map { tree.conforms(type.identifier, to: $0) } ?? true
    }
  }

  /// The type that a whole file name stands for by the MIME database, such as `Makefile`.
  public func type(fileName: String) -> ContentType? {
    let database = mimeTypes()
    guard let mimeType = database.mimeType(fileName: fileName) else { return nil }
    return database.type(mimeType: mimeType, in: snapshot)
  }

  /// Whether a type conforms to another or is the same.
  public func conforms(_ identifier: String, to supertype: String) -> Bool {
    snapshot.conforms(identifier, to: supertype)
  }

  /// All types that a type conforms to except itself, nearest first.
  public func supertypes(of identifier: String) -> [String] {
    snapshot.supertypes(of: identifier)
  }

  /// What a person calls the type.
  public func description(of identifier: String) -> String? {
    snapshot.description(of: identifier)
  }
}
