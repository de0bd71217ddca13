internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

// What an app gave, brought into the form that is wanted. It may wait for the app's file system.

extension PromiseService {
  /// Brings what an app gave into the form that is wanted.
  ///
  /// - Throws: ``ServiceError``: ``ServiceError/Code/providerFailed`` when it is not what was asked for.
  func content(
    of answer: Envelope<ClientMessage>, _ way: PromisedTypes.Way, _ hit: WireHit,
    _ wanted: WantedContent
  ) throws(ServiceError) -> Content {
    let isFile = if case .file = way { true } else { false }
    let directory = directory(for: hit)
    switch answer.message {
    case .dataProvided(.bytes(let bytes)) where !isFile:
      return try content(of: bytes, fileName(way, hit), wanted, directory)
    case .dataProvided(.descriptor) where !isFile:
      return try content(
        of: answer.descriptors.first, fileName(way, hit), path: nil, wanted, directory)
    case .fileProvided(let file) where isFile:
      let isOriginal = if case .file(_, inPlace: true) = way { true } else { false }
      return try content(
        of: answer.descriptors.first, file.fileName,
        path: isOriginal && wanted == .inPlace ? file.path : nil, wanted, directory)
    default:
      throw ServiceError(.providerFailed, "The app answered something else than it was asked.")
    }
  }

  private func content(
    of bytes: [UInt8], _ name: String, _ wanted: WantedContent, _ directory: DragDirectory?
  ) throws(ServiceError) -> Content {
    guard bytes.count <= Self.maximumByteCount else {
      throw ServiceError(
        .tooLarge, "The app gave more than \(Self.maximumByteCount >> 20) MiB at once.")
    }
    if wanted == .bytes {
      return Content(promise: PromisedContent(.bytes(bytes), fileName: name))
    }
    guard let directory else {
      return descriptor(
        try Self.disk { () throws(SystemError) in try Self.memoryFile(bytes) }, name)
    }
    return try copied(in: directory) { () throws(SystemError) in
      try directory.write(bytes, name: name)
    }
  }

  private func content(
    of file: SharedDescriptor?, _ name: String, path: String?, _ wanted: WantedContent,
    _ directory: DragDirectory?
  ) throws(ServiceError) -> Content {
    guard let file, let status = try? file.status(), status.kind == .regular else {
      throw ServiceError(.providerFailed, "What the app gave is no ordinary file.")
    }
    let name = SafeFileName.of(name)
    if let path, let place = Self.checkedPath(of: file, path) {
      return Content(promise: PromisedContent(.path(place), fileName: name), descriptor: file)
    }
    if wanted == .bytes {
      guard status.byteCount <= UInt64(Self.maximumByteCount) else { return descriptor(file, name) }
      let bytes = try Self.disk { () throws(SystemError) in try Self.read(file) }
      return Content(promise: PromisedContent(.bytes(bytes), fileName: name))
    }
    // Without a directory, who wants a file of their own copies it.
    guard let directory else { return descriptor(file, name) }
    return try copied(in: directory) { () throws(SystemError) in
      try directory.copy(file, name: name)
    }
  }

  private func descriptor(_ file: SharedDescriptor, _ name: String) -> Content {
    Content(promise: PromisedContent(.descriptor, fileName: name), descriptor: file)
  }

  /// A copy, opened for the one who wanted it, and removed when its time has come.
  private func copied(
    in directory: DragDirectory, _ make: () throws(SystemError) -> String
  ) throws(ServiceError) -> Content {
    let path = try Self.disk(make)
    loop.after(DragDirectory.lifetime, tolerance: .seconds(60)) {
      _ = DetachedThread.start { directory.remove(path) }
    }
    let file = try Self.disk { () throws(SystemError) in
      try SharedDescriptor(sharing: try FileDescriptor(opening: path, for: .reading))
    }
    return Content(
      promise: PromisedContent(.path(path), fileName: FileSystem.lastComponent(of: path)),
      descriptor: file)
  }

  /// Where the file that an app opened is, as this process sees it: what the app says is not believed, since a
  /// confined one could name a file that it may not touch. `nil` when it is at no path.
  private static func checkedPath(of descriptor: SharedDescriptor, _ named: String) -> String? {
    guard let file = try? descriptor.status() else { return nil }
    let opened = descriptor.withPath { FileSystem.resolved($0) }
    return [opened, FileSystem.resolved(named)].lazy.compactMap(\.self).first { path in
      guard let status = try? FileSystem.status(of: path) else { return false }
      return status.device == file.device && status.inode == file.inode
    }
  }

  /// The name that a file of the bytes is to have: the item's, with the type's extension.
  private func fileName(_ way: PromisedTypes.Way, _ hit: WireHit) -> String {
    guard case .data(let type) = way else { return "item" }
    var name = SafeFileName.of(Self.title(hit) ?? hit.item.uniqueIdentifier)
    if let ending = types().type(type)?.tags[.filenameExtension]?.first,
      !name.lowercased().hasSuffix("." + ending.lowercased())
    {
      name += "." + ending
    }
    return SafeFileName.of(name)
  }

  private static func title(_ hit: WireHit) -> String? {
    for attribute in [AttributeID.displayName, .title] {
      if case .string(let text)? = try? hit.item.decodedValue(for: .builtIn(attribute)),
        !text.isEmpty
      {
        return text
      }
    }
    return nil
  }

  private static func read(_ descriptor: SharedDescriptor) throws(SystemError) -> [UInt8] {
    defer { withExtendedLifetime(descriptor) {} }
    let file = FileDescriptor(
      adopting: descriptor.rawValue, path: "a promised file", closing: false)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= maximumByteCount {
      var span = chunk.mutableSpan
      let count = try span.withUnsafeMutableBytes { chunk throws(SystemError) in
        try file.read(into: chunk, at: UInt64(bytes.count))
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    // It has grown meanwhile.
    throw SystemError(
      .messageTooLong, call: "read", explanation: "The promised file is too long to be read.")
  }

  /// Bytes as a file that is on no disk, and gone when nobody has it open.
  private static func memoryFile(_ bytes: [UInt8]) throws(SystemError) -> SharedDescriptor {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
      try MemoryFile.sealed(bytes, name: "promised content")
    }
  }

  private static func disk<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(ServiceError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ServiceError(
        error.code == .messageTooLong ? .tooLarge : .providerFailed, error.message)
    }
  }
}
