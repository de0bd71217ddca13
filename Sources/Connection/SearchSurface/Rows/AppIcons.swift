internal import Dispatch
internal import FresnelApps
package import FresnelPlatform
internal import Synchronization

/// The icons of applications, by their names in the desktop's theme.
///
/// Desktop files of all applications are read together, and never because a row is shown, as ``AppTitles`` does with
/// manifests. Whoever draws the icons loads those of all applications when they are told, for the same reason.
package final class AppIcons: Sendable {
  private struct State {
    var names: [String: String] = [:]
    /// When each directory of desktop files was changed before they were read.
    var modified: [Double?]?
  }

  private let files: DesktopFiles
  private let whenChanged: @Sendable ([String]) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "org.fresnel.icons", qos: .utility)

  /// Knows no icons yet; ``refresh()`` reads the desktop files.
  ///
  /// - Parameters:
  ///   - directories: Where desktop files are.
  ///   - whenChanged: Told the names of all icons when they are others, on a thread of its own.
  package init(
    _ directories: BaseDirectories, whenChanged: @escaping @Sendable ([String]) -> Void
  ) {
    files = DesktopFiles(dataDirectories: DesktopFiles.dataDirectories(directories))
    self.whenChanged = whenChanged
  }

  /// Reads the desktop files anew where some have come or gone.
  package func refresh() {
    queue.async { [self] in
      let modified = files.modifiedTimes
      guard state.withLock({ $0.modified != modified }) else { return }
      let names = files.iconNames()
      let isOther = state.withLock { state in
        defer { (state.names, state.modified) = (names, modified) }
        return state.names != names
      }
      if isOther { whenChanged(Set(names.values).sorted()) }
    }
  }

  /// The name of an application's icon; `nil` where it has none in a theme.
  ///
  /// - Parameter desktopFile: The identifier of its desktop file, without `.desktop`.
  package subscript(desktopFile desktopFile: String) -> String? {
    state.withLock { $0.names[desktopFile] }
  }
}
