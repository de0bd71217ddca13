internal import FresnelApps
internal import FresnelModel

/// An installed application, read from its desktop entry.
struct Application: Equatable, Sendable {
  /// An extra thing that the application's menu offers, such as a new window.
  struct Action: Equatable, Sendable {
    /// The identifier in the desktop entry.
    let identifier: String
    /// The localized name.
    let name: String
    /// The command line with field codes.
    let command: String?
  }

  /// The desktop file's identifier: its path below `applications` with `-` for `/`.
  let identifier: String
  /// Where the desktop file is.
  let path: String
  /// The localized name.
  let name: String
  /// The name before translation, when it differs.
  let untranslatedName: String?
  /// The localized kind of application, such as "Text Editor".
  let genericName: String?
  /// The localized description.
  let comment: String?
  /// The localized search words.
  let keywords: [String]
  /// The registered categories.
  let categories: [String]
  /// Whether it is a panel of the desktop's settings.
  let isSettingsPanel: Bool
  /// The icon's name, or its path.
  let icon: String?
  /// The command line with field codes.
  let command: String?
  /// Where the program wants to be started.
  let workingDirectory: String?
  /// Whether the program needs a terminal.
  let isInTerminal: Bool
  /// The extra things that the menu offers.
  let actions: [Action]

  /// Tells whether menus show an entry on this desktop.
  ///
  /// - Parameters:
  ///   - entry: The desktop entry.
  ///   - desktops: The names in `XDG_CURRENT_DESKTOP`.
  ///   - isInstalled: Whether a program, by name or path, can be run.
  /// - Returns: False also when the entry describes no application.
  static func isShown(
    _ entry: DesktopEntry, desktops: [String], isInstalled: (String) -> Bool
  ) -> Bool {
    guard entry.text("Type") ?? "Application" == "Application" else { return false }
    guard entry.text("Name") != nil, !entry.flag("Hidden") else { return false }
    // Menus leave panels out, as the desktop's settings have them in a list of their own.
    if entry.flag("NoDisplay"), !isSettingsPanel(entry) { return false }
    let only = entry.list("OnlyShowIn")
    if !only.isEmpty, !only.contains(where: desktops.contains) { return false }
    if entry.list("NotShowIn").contains(where: desktops.contains) { return false }
    if let program = entry.text("TryExec"), !isInstalled(program) { return false }
    return true
  }

  /// Whether an entry is a panel of the settings of GNOME or KDE.
  private static func isSettingsPanel(_ entry: DesktopEntry) -> Bool {
    let categories = entry.list("Categories")
    if categories.contains(where: {
      $0 == "X-GNOME-Settings-Panel" || $0.hasPrefix("X-KDE-settings")
    }) {
      return true
    }
    // KDE's panels name their module behind the program.
    let words = entry.text("Exec")?.split(separator: " ") ?? []
    let programs = ["systemsettings", "systemsettings5", "kcmshell5", "kcmshell6"]
    return words.count > 1 && programs.contains(String(words[0])) && words[1].hasPrefix("kcm")
  }

  /// Reads an entry; `nil` without a name.
  init?(_ entry: DesktopEntry, identifier: String, path: String, locales: [String]) {
    guard let name = entry.text("Name", locales: locales) else { return nil }
    self.identifier = identifier
    self.path = path
    self.name = name
    let untranslated = entry.text("Name")
    untranslatedName = untranslated == name ? nil : untranslated
    genericName = entry.text("GenericName", locales: locales)
    comment = entry.text("Comment", locales: locales)
    keywords = entry.list("Keywords", locales: locales)
    categories = entry.list("Categories")
    isSettingsPanel = Self.isSettingsPanel(entry)
    icon = entry.text("Icon", locales: locales)
    command = entry.text("Exec")
    workingDirectory = entry.text("Path")
    isInTerminal = entry.flag("Terminal")
    var seen: Set<String> = []
    actions = entry.list("Actions").filter { seen.insert($0).inserted }.compactMap { action in
      let group = "Desktop Action \(action)"
      guard let name = entry.text("Name", in: group, locales: locales) else { return nil }
      return Action(identifier: action, name: name, command: entry.text("Exec", in: group))
    }
  }

  /// The application as an item to index, with the icon's file where one was found.
  func item(iconPath: String?) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(name)
    attributes[.displayName] = .string(name)
    attributes[.kind] = .string(isSettingsPanel ? "Settings" : "Application")
    attributes[.contentType] = .string("com.apple.application")
    attributes[.path] = .string(path)
    attributes[.contentURL] = .url(fileURL(path: path))
    if let comment { attributes[.contentDescription] = .string(comment) }
    let names = [genericName, untranslatedName].compactMap { $0 }
    if !names.isEmpty { attributes[.alternateNames] = .array(names.map { .string($0) }) }
    if !keywords.isEmpty { attributes[.keywords] = .array(keywords.map { .string($0) }) }
    if let iconPath { attributes[.thumbnailURL] = .url(fileURL(path: iconPath)) }
    if !actions.isEmpty {
      attributes[.actionIdentifiers] = .array(actions.map { .string($0.identifier) })
      attributes[.custom(Self.actionNames)] = .array(actions.map { .string($0.name) })
    }
    if !categories.isEmpty {
      attributes[.custom(Self.categories)] = .array(categories.map { .string($0) })
    }
    return Item(
      uniqueIdentifier: identifier, domainIdentifier: "applications", attributes: attributes)
  }

  private static let actionNames = CustomAttributeKey(
    name: "actionNames", isSearchableByDefault: true, isMultiValued: true)
  private static let categories = CustomAttributeKey(
    name: "categories", isUnique: true, isMultiValued: true)
}
