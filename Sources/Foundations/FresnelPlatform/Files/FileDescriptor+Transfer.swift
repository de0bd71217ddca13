#if canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// Reads what is there, at most the buffer's size; zero means the file's end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try retrying("read", path) { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
  }

  /// Reads at most `count` bytes; an empty array means the file's end.
  public func read(count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(SystemError) {
        initialized = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads at most `count` bytes, waiting for them also where the file was opened not to block, as whoever handed it over
  /// may have done; an empty array means the file's end.
  package func readWaiting(count: Int) throws(SystemError) -> [UInt8] {
    while true {
      do throws(SystemError) {
        return try read(count: count)
      } catch {
        guard error.code == .wouldBlock else { throw error }
        _ = try waitForInput(on: [rawValue], timeout: nil)
      }
    }
  }

  /// Fills the buffer from a place in the file.
  ///
  /// - Returns: The bytes read; fewer than the buffer holds only at the file's end.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(SystemError) -> Int {
    let start = try Self.position(offset, call: "pread", path: path)
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try retrying("pread", path) {
        pread(rawValue, rest.baseAddress, rest.count, start + done)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all bytes at the current position.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try retrying("write", path) { Glibc.write(rawValue, rest.baseAddress, rest.count) }
    }
  }

  /// Writes all bytes at the current position.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try write(bytes) }
  }

  /// Writes a string's UTF-8 at the current position.
  public func write(_ text: String) throws(SystemError) {
    try write([UInt8](text.utf8))
  }

  /// Writes all bytes at a place in the file.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) {
    let start = try Self.position(offset, call: "pwrite", path: path)
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = try retrying("pwrite", path) {
        pwrite(rawValue, rest.baseAddress, rest.count, start + done)
      }
      // A regular file never takes zero bytes without an error; stop rather than spin.
      if count == 0 { throw SystemError(.inputOutput, call: "pwrite", path: path) }
      done += count
    }
  }

  private static func position(
    _ offset: UInt64, call: String, path: String
  ) throws(SystemError) -> Int {
    guard let position = Int(exactly: offset), position < Int.max / 2 else {
      throw SystemError(.invalidArgument, call: call, path: path)
    }
    return position
  }
}
