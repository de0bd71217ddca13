internal import SpotlightWire

/// What an import leaves for the next one: the client state of its index.
///
/// A line with the fingerprint of what was read; then a line `mount PATH` for each file system that something was
/// read from, followed by a line `on PATH` that tells where it was mounted, a line `kept COUNT` where items stay
/// whose files could not be looked at, and a line `unread PATH` for each file that could not be read, as far as a client
/// state has room. Versions before these lines wrote the first one alone, and later ones no line `on PATH`.
struct ImportState: Equatable {
  /// The fingerprint of the source; empty where there never was an import.
  var fingerprint: [UInt8]
  /// The file systems besides `/` that something was read from.
  var mounts: [SourceMount] = []
  /// How many items stayed without having been met.
  var keptCount = 0
  /// The files that could not be read.
  var unreadFiles: [String] = []

  /// Takes the results of an import.
  init(fingerprint: Fingerprint, files: SourceFiles, keptCount: Int) {
    self.fingerprint = fingerprint.bytes
    self.keptCount = keptCount
    mounts = files.mounts.filter { !$0.place.contains("\n") && $0.point?.contains("\n") != true }
    unreadFiles = files.unreadFiles.filter { !$0.contains("\n") }.sorted()
  }

  /// Reads a client state.
  init(_ bytes: [UInt8]?) {
    var lines = (bytes ?? []).split(separator: 0x0a, omittingEmptySubsequences: false)[...]
    fingerprint = lines.popFirst().map(Array.init) ?? []
    for line in lines {
      let words = line.split(separator: 0x20, maxSplits: 1).map {
        String(decoding: $0, as: UTF8.self)
      }
      switch words.first {
      case "mount" where words.count == 2:
        mounts.append(SourceMount(place: words[1], point: nil))
      case "on" where words.count == 2:
        if let mount = mounts.popLast() {
          mounts.append(SourceMount(place: mount.place, point: words[1]))
        }
      case "kept" where words.count == 2: keptCount = max(0, Int(words[1]) ?? 0)
      case "unread" where words.count == 2: unreadFiles.append(words[1])
      default: break
      }
    }
  }

  /// The state as it is stored.
  var bytes: [UInt8] {
    let kept = keptCount == 0 ? [] : ["\nkept \(keptCount)"]
    let mounted = mounts.map { mount in
      "\nmount \(mount.place)" + (mount.point.map { "\non \($0)" } ?? "")
    }
    var bytes = fingerprint + (mounted + kept).joined().utf8
    for line in unreadFiles.map({ "\nunread \($0)".utf8 }) {
      guard bytes.count + line.count <= ClientStateLimits.importByteCount else { break }
      bytes += line
    }
    return bytes
  }
}
