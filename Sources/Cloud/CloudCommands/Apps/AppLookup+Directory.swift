internal import AppDirectory
internal import CloudService
internal import FresnelPlatform
internal import Synchronization
internal import WebAddresses

extension AppLookup {
  /// Looks into the directory of apps in a data directory. One that isn't there yet is looked for again.
  init(of data: CloudData) {
    let finder = AppFinder(path: data.apps)
    self.init { finder.app(of: $0) }
  }
}

/// A directory of apps that many threads ask.
private final class AppFinder: Sendable {
  private let path: String
  /// One question takes some tens of microseconds, so they wait for each other.
  private let directory = Mutex<AppDirectory?>(nil)

  init(path: String) { self.path = path }

  /// The app of a page; `nil` where none is known, or the directory can't be read now.
  func app(of page: AppLookup.Page) -> AppLookup.App? {
    // Where there is no directory, no address need be parsed; where there is one, threads parse theirs side by side.
    guard open(), let url = WebURL(page.url) else { return nil }
    return directory.withLock { directory in
      do throws(AppDirectoryError) {
        let found = try directory?.app(
          named: page.storeID, deepLink: page.deepLink, ofPage: url,
          now: Int64(WallClock.secondsSince1970))
        return found.map { app in
          AppLookup.App(
            bundleID: app.identifier, name: app.name, appStreamID: app.appStreamID?.description)
        }
      } catch {
        // Opened anew for the next page: it may be mended by then.
        directory = nil
        return nil
      }
    }
  }

  /// Opens the directory unless it is open; returns whether it is now.
  private func open() -> Bool {
    directory.withLock { directory in
      if directory == nil, FileSystem.exists(path) {
        directory = try? AppDirectory(path: path, creating: false)
      }
      return directory != nil
    }
  }
}
