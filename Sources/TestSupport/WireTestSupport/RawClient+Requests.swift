package import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

extension RawClient {
  /// Opens an index.
  ///
  /// - Returns: Its number.
  package func open(
    _ name: String = "", _ protection: ProtectionClass? = nil, flags: OpenIndex.Flags = [],
    methods: DelegateMethods = []
  ) throws -> UInt32 {
    let request = OpenIndex(name: name, protection: protection, flags: flags, methods: methods)
    switch try ask(.openIndex(request)) {
    case .indexOpened(let opened): return opened.handle
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Where an index of a class that can be locked is reached.
  package enum LockableIndex {
    /// Over a connection of its own.
    case open(RawClient, index: UInt32)
    /// Nowhere; changes to it are sealed to the key.
    case locked(index: UInt32, publicKey: [UInt8])
  }

  /// Opens an index of a class that can be locked, over a connection to the class where it is open.
  package func openLockable(
    _ name: String, _ protection: ProtectionClass
  ) throws -> LockableIndex {
    let request = try request(.openIndex(OpenIndex(name: name, protection: protection)))
    let envelope = try lastReply(to: request)
    switch envelope.message {
    case .indexOpened(let opened) where opened.place == .locked:
      return .locked(index: opened.handle, publicKey: opened.publicKey ?? [])
    case .indexOpened:
      let channel = try channel(in: envelope)
      return .open(channel, index: try channel.open(name, protection))
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Opens a connection to a class that can be locked.
  ///
  /// - Returns: Its client, which was taken in.
  package func channel(to protection: ProtectionClass) throws -> RawClient {
    let envelope = try lastReply(to: try request(.channel(protection)))
    if case .failed(let error) = envelope.message { throw error }
    return try channel(in: envelope)
  }

  private func channel(in envelope: Envelope<DaemonMessage>) throws -> RawClient {
    guard let socket = envelope.descriptors.first else {
      throw Failure.unexpected(envelope.message.kind)
    }
    let channel = RawClient(try UnixSocket(adopting: socket))
    channel.timeout = timeout
    _ = try channel.welcome()
    return channel
  }

  /// Puts items whose identifier and title are the same, and waits until they are durable.
  package func put(
    _ names: [String], into index: UInt32, clientState: [UInt8]? = nil
  ) throws {
    switch try ask(.apply(try Self.batch(of: names, into: index, clientState: clientState))) {
    case .done: return
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// A batch that puts items whose identifier and title are the same.
  package static func batch(
    of names: [String], into index: UInt32, clientState: [UInt8]? = nil
  ) throws -> ApplyBatch {
    let items = try names.map { name in
      var item = Item(uniqueIdentifier: name)
      item.attributes[.title] = .string(name)
      return try EncodedItem(opening: try ItemCodec.encode(item))
    }
    return ApplyBatch(handle: index, clientState: clientState, operations: [.put(items)])
  }

  /// The identifiers of the items that a query finds, in their order.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - reach: How far it looks.
  ///   - mayLackItems: Whether items of the app may be missing that it has to index again; the others are given then,
  ///     as they are to an app.
  /// - Returns: The identifiers.
  /// - Throws: What the daemon says, or what keeps it from being asked.
  package func identifiers(
    matching query: String, reach: SearchReach = .own, mayLackItems: Bool = true
  ) throws -> [String] {
    let request = try request(.query(QueryRequest(query: query, reach: reach)))
    var found: [String] = []
    while true {
      let envelope = try receive()
      guard envelope.request == request else { continue }
      switch envelope.message {
      case .results(let hits): found += hits.map { $0.item.uniqueIdentifier }
      case .failed(let error) where mayLackItems && error.lacksOwnStoreAlone: break
      case .failed(let error): throw error
      case .refused(let refusal): throw Failure.refused(refusal)
      default: throw Failure.unexpected(envelope.message.kind)
      }
      if envelope.isLast { return found.sorted() }
    }
  }

  /// The client state of an index.
  package func clientState(of index: UInt32) throws -> [UInt8]? {
    switch try ask(.clientState(index)) {
    case .clientStateStored(let state): return state
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Has something administered.
  ///
  /// - Returns: The report.
  @discardableResult
  package func order(_ verb: String, _ arguments: String) throws -> JSONValue {
    let order = Administration(verb: verb, arguments: Array(arguments.utf8))
    switch try ask(.administer(order)) {
    case .report(let bytes): return try JSONValue.parse(bytes)
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }
}
