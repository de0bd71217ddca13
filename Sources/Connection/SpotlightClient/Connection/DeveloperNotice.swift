internal import FresnelPlatform
internal import Synchronization

/// What the service tells an app's developer, on the standard error stream, once.
enum DeveloperNotice {
  private static let shown = Mutex<Set<String>>([])

  static func show(_ notice: String) {
    guard !notice.isEmpty, shown.withLock({ $0.insert(notice).inserted }) else { return }
    // Nobody could act on a failure to say it.
    try? FileDescriptor.standardError.write([UInt8]("CoreSpotlight: \(notice)\n".utf8))
  }
}
