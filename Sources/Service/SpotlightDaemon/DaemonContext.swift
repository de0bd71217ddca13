package import FresnelApps
package import FresnelPlatform

/// The parts of a running daemon that others of them use. All of them may be used from any thread.
package final class DaemonContext: Sendable {
  /// What the daemon was started with.
  package let options: DaemonOptions
  /// The manifests.
  package let apps: AppRegistry
  /// What the person decided about apps.
  package let settings: SettingsFile
  /// The thread that reads all connections; nothing may keep it waiting.
  package let loop: EventLoop
  /// Runs apps' extensions.
  package let extensions: any ExtensionHosting
  /// Runs the processes of lockable classes.
  package let workers: any WorkerHosting
  /// When the daemon started, in nanoseconds of ``MonotonicClock``.
  package let startMoment = MonotonicClock.nanoseconds

  /// Puts the parts together.
  package init(
    options: DaemonOptions, apps: AppRegistry, settings: SettingsFile, loop: EventLoop,
    extensions: any ExtensionHosting, workers: any WorkerHosting
  ) {
    self.options = options
    self.apps = apps
    self.settings = settings
    self.loop = loop
    self.extensions = extensions
    self.workers = workers
  }
}
