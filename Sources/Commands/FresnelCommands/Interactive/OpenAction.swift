internal import FresnelApps
internal import FresnelModel
internal import SpotlightWire

/// What opening a result does, apart from doing it.
enum OpenAction: Equatable, Sendable {
  /// Starts a program that lives on by itself, as a desktop would.
  case launch(program: String, arguments: [String], directory: String?)
  /// Runs a program in this terminal and comes back when it ends.
  case runHere(program: String, arguments: [String])
  /// Shows the item's attributes.
  case showDetails

  /// How an item is opened.
  ///
  /// An application is started by its desktop file; a manual page is shown by `man`; anything
  /// with a URL, or a path, goes to `xdg-open`; for the rest the details are shown. A program that
  /// wants a terminal gets this one.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - app: The app that the item belongs to.
  ///   - readApplication: Reads the desktop file at a path.
  init(for item: Item, app: String, readApplication: (String) -> Application?) {
    if app == ImportSource.applications.app, let path = item.attributes.text(.path),
      let application = readApplication(path), let action = Self.launching(application)
    {
      self = action
      return
    }
    if app == ImportSource.manuals.app, let name = item.attributes.text(.title),
      let section = item.attributes.text(ManualPage.sectionKey)
    {
      self = .runHere(program: "man", arguments: [section, name])
      return
    }
    if app == ImportSource.packages.app {
      self = .showDetails
      return
    }
    if let url = item.attributes.text(.url) ?? item.attributes.text(.contentURL) {
      self = Self.opening(url)
    } else if let path = item.attributes.text(.path), path.hasPrefix("/") {
      self = Self.opening(fileURL(path: path))
    } else if Self.isURL(item.uniqueIdentifier) {
      self = Self.opening(item.uniqueIdentifier)
    } else {
      self = .showDetails
    }
  }

  /// How something is done with a result where there is no daemon: its URL goes to the desktop, if that could be
  /// a link; `nil` when an app would have to do it.
  init?(for action: ResultAction) {
    guard case .url(let url, _) = action.target, url.first?.isLetter == true else { return nil }
    self = Self.opening(url)
  }

  private static func launching(_ application: Application) -> OpenAction? {
    guard let line = application.command.flatMap(ExecLine.init) else { return nil }
    let words = line.arguments(
      ExecLine.Fields(
        icon: application.icon, name: application.name, path: application.path))
    guard let program = words.first else { return nil }
    let arguments = Array(words.dropFirst())
    return application.isInTerminal
      ? .runHere(program: program, arguments: arguments)
      : .launch(
        program: program, arguments: arguments, directory: application.workingDirectory)
  }

  private static func opening(_ url: String) -> OpenAction {
    .launch(program: "xdg-open", arguments: [url], directory: nil)
  }

  /// Whether a text is a URL with a scheme that is safe to hand to the desktop. An identifier made
  /// by an app is a URL only with `://`.
  private static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      return false
    }
    return text[..<colon].allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
      && !text.contains { $0.isWhitespace }
  }
}
