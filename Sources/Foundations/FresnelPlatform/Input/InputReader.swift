/// Reads a file or standard input from front to back, unpacking it when it is gzip data.
public struct InputReader: ~Copyable {
  private let file: FileDescriptor
  private var packed: ArraySlice<UInt8> = []
  private var gunzip: Gunzip?
  private var isStarted = false
  private var isAtEnd = false

  /// Bytes read from the file so far, packed as they are there; for a progress bar.
  public private(set) var consumedByteCount: UInt64 = 0
  /// The file's length, or `nil` for a pipe.
  public let totalByteCount: UInt64?

  private static let chunkByteCount = 1 << 18

  /// Opens a file; `-` is standard input.
  public init(path: String) throws(SystemError) {
    let file =
      path == "-"
      ? FileDescriptor.standardInput : try FileDescriptor(opening: path, for: .reading)
    try self.init(reading: file)
  }

  /// Reads from a file that is open.
  public init(reading file: consuming FileDescriptor) throws(SystemError) {
    let status = try file.status()
    totalByteCount = status.kind == .regular ? status.byteCount : nil
    self.file = file
  }

  /// The next bytes, or `nil` at the end.
  ///
  /// - Throws: ``SystemError`` with code ``SystemError/Code/damagedData`` when the gzip data fail
  ///   their checksum, break their format or end too early.
  public mutating func next() throws(SystemError) -> [UInt8]? {
    if !isStarted { try start() }
    guard gunzip != nil else {
      if packed.isEmpty { try fill() }
      let bytes = packed
      packed = []
      return bytes.isEmpty ? nil : Array(bytes)
    }
    while true {
      if let bytes = try unpack() { return bytes }
      if isAtEnd { return nil }
      try fill()
    }
  }

  /// Looks at the first two bytes, which a pipe may hand over one by one.
  private mutating func start() throws(SystemError) {
    isStarted = true
    while packed.count < Gunzip.magic.count && !isAtEnd { try fill() }
    if Gunzip.isPacked(packed) {
      do { gunzip = try Gunzip() } catch { throw systemError(error) }
    }
  }

  /// What comes out of the bytes read so far; `nil` when more are wanted.
  private mutating func unpack() throws(SystemError) -> [UInt8]? {
    do throws(GunzipError) {
      let bytes = try gunzip?.next(from: &packed, atMost: Self.chunkByteCount)
      if bytes == nil, isAtEnd { try gunzip?.finish() }
      return bytes
    } catch {
      throw systemError(error)
    }
  }

  private func systemError(_ error: GunzipError) -> SystemError {
    if case .noMemory = error { return SystemError(.noMemory, call: "inflate", path: file.path) }
    let what = if case .endsEarly = error { "ends too early" } else { "is damaged" }
    return SystemError(
      .damagedData, call: "inflate", path: file.path,
      explanation: "The gzip data in \(file.path) \(what).")
  }

  private mutating func fill() throws(SystemError) {
    if isAtEnd { return }
    let chunk = try file.read(count: Self.chunkByteCount)
    isAtEnd = chunk.isEmpty
    consumedByteCount += UInt64(chunk.count)
    packed = packed.isEmpty ? chunk[...] : ArraySlice(Array(packed) + chunk)
  }
}
