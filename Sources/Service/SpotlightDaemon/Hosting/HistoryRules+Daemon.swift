internal import FresnelApps
internal import SpotlightService
internal import SpotlightWire

extension HistoryRules {
  /// What the person decided about the history of an app, and what the app's manifest says.
  init(of app: AppIdentity, _ settings: DaemonSettings, _ apps: AppRegistry?) {
    self.init()
    isKept = settings.keepsHistory && settings.settings(of: app.identifier).keepsHistory
    guard let manifest = apps?.catalog.entry(app.identifier)?.manifest else { return }
    if let name = manifest.defaultProtection,
      let protection = ProtectionClass(fileProtection: name)
    {
      self.protection = protection
    }
    if !manifest.activityTypes.isEmpty { declaredTypes = manifest.activityTypes }
  }
}
