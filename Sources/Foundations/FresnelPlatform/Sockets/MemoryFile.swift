internal import CPlatform

/// Files in memory whose content nobody can change any more, for passing many bytes to another
/// process.
package enum MemoryFile {
  /// Makes a file of some bytes and seals it.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: For people who look at the process's open files.
  /// - Returns: The file.
  /// - Throws: ``SystemError`` when there is no memory, or no more files may be open.
  /// - Complexity: O(*n*) in the number of bytes; for half a megabyte about a third of a
  ///   millisecond, several times what a socket takes.
  package static func sealed(
    _ bytes: UnsafeRawBufferPointer, name: String
  ) throws(SystemError) -> SharedDescriptor {
    let number = try retrying("memfd_create") { fresnel_memory_file(name) }
    let descriptor = SharedDescriptor(adopting: number)
    let file = FileDescriptor(adopting: number, path: name, closing: false)
    try file.write(bytes)
    _ = try retrying("fcntl") { fresnel_memory_file_seal(number) }
    return descriptor
  }

  /// The length of a sealed file in memory; `nil` for anything else, which is not asked for its length,
  /// since a file system may take its time to answer.
  package static func byteCount(of descriptor: SharedDescriptor) -> UInt64? {
    guard fresnel_memory_file_is_sealed(descriptor.rawValue) != 0 else { return nil }
    return try? descriptor.status().byteCount
  }

  /// Reads a sealed file into this process's own memory.
  ///
  /// What is no file in memory is refused before it is read, so that a file of a slow or malicious file
  /// system keeps nobody waiting; so is one that its sender could still change or cut.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor from anywhere. Its position is neither used nor moved.
  ///   - maximumByteCount: The longest content that is read.
  /// - Returns: The content.
  /// - Throws: ``SystemError``: ``SystemError/Code/invalidArgument`` for what is no sealed file in
  ///   memory, ``SystemError/Code/messageTooLong`` for one that is too long,
  ///   ``SystemError/Code/accessDenied`` or another for one that cannot be read.
  package static func contents(
    of descriptor: SharedDescriptor, atMost maximumByteCount: Int
  ) throws(SystemError) -> [UInt8] {
    defer { withExtendedLifetime(descriptor) {} }
    let file = FileDescriptor(
      adopting: descriptor.rawValue, path: "a passed descriptor", closing: false)
    guard fresnel_memory_file_is_sealed(descriptor.rawValue) != 0 else {
      throw SystemError(
        .invalidArgument, call: "fcntl",
        explanation: "A passed descriptor is no sealed file in memory.")
    }
    let byteCount = try file.byteCount()
    guard byteCount <= UInt64(maximumByteCount) else {
      throw SystemError(
        .messageTooLong, call: "fstat",
        explanation: "A passed file has \(byteCount) bytes; the limit is \(maximumByteCount).")
    }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(byteCount)) { buffer, count in
      do throws(SystemError) {
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
