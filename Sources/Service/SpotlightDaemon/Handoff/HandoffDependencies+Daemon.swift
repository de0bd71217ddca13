internal import FresnelApps
internal import FresnelHandoff
internal import FresnelLaunching
internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightWire

extension HandoffDependencies {
  /// What the daemon's own Handoff works with.
  ///
  /// - Parameters:
  ///   - launches: Knows apps' names.
  ///   - apps: The manifests.
  ///   - settings: What the person decided.
  ///   - workers: Know whether the session is locked.
  ///   - options: Say where files are.
  ///   - sources: What keeps secrets, the best first.
  ///   - log: Where events are written down.
  init(
    launches: LaunchService, apps: AppRegistry, settings: DaemonSettings,
    workers: any WorkerHosting, options: DaemonOptions, sources: [any KeySource], log: DaemonLog
  ) {
    let devices = options.directories.devices
    self.init(
      isOn: { settings.handsOver },
      hasDevices: {
        // A damaged file may have some, and one that cannot be looked at.
        do throws(SystemError) {
          return try FileSystem.status(of: devices)
            .map { $0.byteCount != DeviceBook.byteCountWithoutDevices } ?? false
        } catch {
          return true
        }
      },
      describe: { app, summary in
        guard summary.flags.contains(.handoff), settings.settings(of: app.identifier).handsOver,
          Self.declares(apps.catalog.entry(app.identifier)?.manifest, summary.type)
        else { return nil }
        return HandoffActivity(summary, of: app, named: launches.facts(of: app).appName)
      },
      isLocked: { workers.isSessionLocked },
      program: HandoffProgram(options),
      vault: DeviceVault(
        file: DeviceFile(in: options.directories.state), sources: sources),
      log: { log.write($0) })
  }

  /// Whether an app may offer activities of a type; those without a list may offer any.
  private static func declares(_ manifest: AppManifest?, _ type: String) -> Bool {
    guard let declared = manifest?.activityTypes, !declared.isEmpty else { return true }
    return declared.contains(type)
  }
}

extension HandoffActivity {
  /// What other devices hear of an activity; `nil` for one whose app or type has too long a name.
  init?(_ summary: ActivitySummary, of app: AppIdentity, named name: String) {
    guard app.identifier.utf8.count <= HandoffLimits.app,
      summary.type.utf8.count <= HandoffLimits.type
    else { return nil }
    self.init(
      app: app.identifier, appName: Self.fitting(name, HandoffLimits.appName), type: summary.type,
      title: Self.fitting(summary.title, HandoffLimits.title), hasWebpage: summary.webpage != nil,
      hasStreams: summary.flags.contains(.streams))
  }

  /// The beginning of a text that has so many bytes at most.
  private static func fitting(_ text: String, _ byteCount: Int) -> String {
    var text = text
    while text.utf8.count > byteCount { text.removeLast() }
    return text
  }
}
