import FresnelPlatform
import Glibc

/// Looks for texts in all that a daemon holds: the memory of its processes and the files that it wrote.
enum MemoryScan {
  /// A text in both ways in which it may lie somewhere.
  private static func patterns(of text: String) -> [[UInt8]] {
    [Array(text.utf8), text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }]
  }

  /// The processes that a process started, and theirs, with itself.
  static func family(of process: Int32) throws -> [Int32] {
    var found = [process]
    var next = 0
    while next < found.count {
      let path = "/proc/\(found[next])/task"
      for thread in (try? FileSystem.entries(of: path)) ?? [] {
        let children = (try? FileSystem.contents(of: "\(path)/\(thread)/children")) ?? []
        found += String(decoding: children, as: UTF8.self).split(separator: " ").compactMap {
          Int32($0)
        }
      }
      next += 1
    }
    return found
  }

  /// Which of the texts lie in a process's memory, along all that is mapped and can be read.
  static func texts(_ texts: [String], inMemoryOf process: Int32) throws -> Set<String> {
    let maps = String(
      decoding: try FileSystem.contents(of: "/proc/\(process)/maps"), as: UTF8.self)
    let memory = try FileDescriptor(opening: "/proc/\(process)/mem", for: .reading)
    var found: Set<String> = []
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 2, fields[1].hasPrefix("r"), line.hasSuffix("[vvar]") == false else {
        continue
      }
      let bounds = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard bounds.count == 2 else { continue }
      var offset = bounds[0]
      // Parts overlap, so that nothing is missed where they meet.
      var kept: [UInt8] = []
      while offset < bounds[1] {
        let count = min(1 << 20, Int(bounds[1] - offset))
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
          let bytes = UnsafeMutableRawBufferPointer(buffer)
          initialized = (try? memory.read(into: bytes, at: offset)) ?? 0
        }
        if part.isEmpty { break }
        let bytes = kept + part
        for text in texts where !found.contains(text) {
          if patterns(of: text).contains(where: { contains($0, in: bytes) }) { found.insert(text) }
        }
        kept = Array(bytes.suffix(256))
        offset += UInt64(part.count)
      }
    }
    return found
  }

  /// Which of the texts lie in the files below a directory.
  static func texts(_ texts: [String], inFilesBelow directory: String) throws -> Set<String> {
    var found: Set<String> = []
    for name in try FileSystem.entries(of: directory) {
      let path = directory + "/" + name
      if FileSystem.isDirectory(path) {
        found.formUnion(try self.texts(texts, inFilesBelow: path))
      } else if let bytes = try? FileSystem.contents(of: path) {
        for text in texts where patterns(of: text).contains(where: { contains($0, in: bytes) }) {
          found.insert(text)
        }
      }
    }
    return found
  }

  /// Whether a pattern lies in bytes. By the C library's search for a byte, since there are some hundred
  /// megabytes.
  static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
    guard let first = pattern.first else { return false }
    return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
      guard let base = bytes.baseAddress else { return false }
      var start = 0
      while bytes.count - start >= pattern.count {
        guard let next = memchr(base + start, Int32(first), bytes.count - start) else {
          return false
        }
        let offset = base.distance(to: UnsafeRawPointer(next))
        guard bytes.count - offset >= pattern.count else { return false }
        if memcmp(base + offset, pattern, pattern.count) == 0 { return true }
        start = offset + 1
      }
      return false
    }
  }
}
