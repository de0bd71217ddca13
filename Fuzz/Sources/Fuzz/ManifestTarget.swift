import FresnelStorage
import FresnelTestSupport

/// Manifests, beside a journal that is intact.
///
/// An input is the bytes of a manifest and one more. Of that, bit 0 asks for a checksum that agrees,
/// and bit 1 for recovery, which takes long.
enum ManifestTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let replaced = try JournalSample { store in
      try store.rotate(content: [1, 2, 3]) { _ in }
      try store.replaceContent([4, 5])
    }
    return [1, 3].flatMap { [JournalSample.empty.manifest + [$0], replaced.manifest + [$0]] }
  }

  static func examine(_ input: [UInt8]) {
    var manifest = input
    guard let flags = manifest.popLast() else { return }
    let sample = JournalSample.empty
    if flags & 1 != 0, manifest.count >= 4 {
      let end = manifest.count - 4
      manifest.store(number: manifest.checksum(0..<end), at: end)
    }
    let storage = FaultyStorage()
    try? storage.createDirectory(JournalSample.directory)
    storage.setContents(manifest, of: JournalSample.manifestPath)
    storage.setContents(sample.journal, of: sample.journalPath)
    JournalSample.examine(storage, recovering: flags & 2 != 0)
  }
}
