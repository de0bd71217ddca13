internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// What can be told about the process at the other end of a socket within microseconds, for deciding whose turn
/// it is before ``PeerProcess`` decides who it is.
///
/// Nothing here waits: no file system that the process may have made is asked, and nothing of its memory is read.
/// It is a hint and no proof, since the process may run another program a moment later.
package struct PeerGlance: Hashable, Sendable {
  /// The number of the process.
  package let processIdentifier: Int32
  /// The file that it runs, by device and number; `nil` when the process does not let itself be looked at.
  package let program: Program?
  /// Tells control groups apart, within this process; 0 when it cannot be told.
  package let controlGroup: Int

  /// A file whatever its path is.
  package struct Program: Hashable, Sendable {
    /// The device it is on.
    package let device: UInt64
    /// Its number on the device.
    package let inode: UInt64

    /// Puts the parts together.
    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// Looks at a process.
  package init(at process: Int32) {
    var file = fresnel_file_identity()
    let isThere = process > 0 && fresnel_process_program(process, &file) == 0
    self.init(
      processIdentifier: process,
      program: isThere ? Program(device: file.device, inode: file.inode) : nil,
      controlGroup: Self.controlGroup(of: process))
  }

  /// Puts the parts together.
  package init(processIdentifier: Int32, program: Program?, controlGroup: Int) {
    self.processIdentifier = processIdentifier
    self.program = program
    self.controlGroup = controlGroup
  }

  private static func controlGroup(of process: Int32) -> Int {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      let count = fresnel_process_control_groups(process, buffer.baseAddress, buffer.count)
      guard count > 0 else { return 0 }
      // Two that are taken for one share their part, which does no harm.
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<count])))
      return hasher.finalize()
    }
  }
}
