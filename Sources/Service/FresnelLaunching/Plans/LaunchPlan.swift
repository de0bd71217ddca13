internal import FresnelApps
package import SpotlightWire

/// How something that a person chose is opened: ways to try, one after the other until one can be gone.
///
/// A pure function of what was chosen and of facts; `Documentation/launching.md` has the rules.
package struct LaunchPlan: Equatable, Sendable {
  /// What the app is handed; `nil` when a program opens it that is nobody's app here.
  package var content: LaunchContent?
  /// The ways, one at least.
  package var steps: [LaunchStep]

  /// Puts the parts together.
  package init(content: LaunchContent?, steps: [LaunchStep]) {
    self.content = content
    self.steps = steps
  }

  /// Makes the plan for something.
  ///
  /// - Parameters:
  ///   - target: What was chosen.
  ///   - query: What was typed to find it.
  ///   - facts: What is known of its app and of the desktop.
  /// - Returns: The plan.
  /// - Throws: ``LaunchFailure`` when there is no way to open it.
  package static func make(
    _ target: WireTarget, query: String, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    switch target {
    case .item(_, let identifier, let action):
      return try resuming(
        DeliveredActivity.item(identifier, query: query, action: action), facts)
    case .activity(_, _, let activity):
      guard facts.declares(activity.type) else { throw .undeclaredType(facts.appName) }
      return try resuming(DeliveredActivity.donated(activity), facts)
    case .continuedSearch:
      guard facts.manifest?.continuesSearch == true else { throw .takesNoSearches(facts.appName) }
      return try resuming(DeliveredActivity.search(query), facts)
    case .url(let url, _):
      guard let scheme = LinkURL.scheme(of: url) else { throw .noURL }
      if scheme == "file" { return try opening(file: url, facts) }
      if LinkURL.addsFile(url) { throw .addsFile }
      if WebAddress.isWeb(url), !LinkURL.hasHost(url) { throw .noURL }
      if facts.takesPages(at: url) {
        return try resuming(DeliveredActivity.page(url), facts)
      }
      if facts.takesLinks(scheme) { return try opening(url, facts) }
      guard LinkURL.commonSchemes.contains(scheme) else { throw .unclaimedScheme(scheme) }
      return try handing(url, path: nil, orElse: .noHandler(scheme), facts)
    }
  }

  /// Makes the plan for a URL whose scheme the caller vouches for, such as that of software centres.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - facts: What is known of the desktop.
  /// - Returns: The plan, in which the URL goes to the program that the person chose for the scheme.
  /// - Throws: ``LaunchFailure`` when there is no program.
  package static func make(
    trusting url: String, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    guard let scheme = LinkURL.scheme(of: url) else { throw .noURL }
    return try handing(url, path: nil, orElse: .noHandler(scheme), facts)
  }

  /// Makes the plan for starting an app with nothing to open.
  ///
  /// - Parameters:
  ///   - desktop: The app's desktop file.
  ///   - facts: What is known of the desktop.
  /// - Returns: The plan.
  /// - Throws: ``LaunchFailure`` when it cannot be started.
  package static func make(
    starting desktop: LaunchableDesktopFile, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    var steps: [LaunchStep] = []
    if desktop.isBusActivatable, facts.hasSessionBus {
      steps.append(.activate(BusActivation(name: desktop.identifier, method: .activate)))
    }
    guard let words = try desktop.words else {
      if steps.isEmpty { throw .cannotStart(desktop.name, "it has no command line") }
      return LaunchPlan(content: nil, steps: steps)
    }
    steps.append(try facts.run(words, of: desktop, isAwaited: false))
    return LaunchPlan(content: nil, steps: steps)
  }

  /// Makes the plan for an activity that another device hands over.
  ///
  /// - Parameters:
  ///   - activity: The activity; while it is on its way, its type alone.
  ///   - facts: What is known of the app and of the desktop.
  /// - Returns: The plan.
  /// - Throws: ``LaunchFailure`` when the app cannot be handed it.
  package static func make(
    handedOver activity: WireActivity, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    guard facts.declares(activity.type) else { throw .undeclaredType(facts.appName) }
    return try resuming(activity, facts)
  }

  // MARK: - To the app

  /// Has the app go on with an activity.
  private static func resuming(
    _ activity: WireActivity, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    var steps = facts.delivery(.activities)
    if let desktop = facts.desktop, desktop.isBusActivatable, facts.hasSessionBus {
      let resumes = facts.manifest?.continuesOverBus == true
      steps.append(
        .activate(
          BusActivation(
            name: desktop.identifier, method: resumes ? .resume(activity) : .activate)))
    }
    return try finish(.activity(activity), steps, facts) { () throws(LaunchFailure) in
      try facts.start()
    }
  }

  /// Has the app open a URL.
  private static func opening(
    _ url: String, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    var steps = facts.delivery(.urls)
    if let desktop = facts.desktop, desktop.isBusActivatable, facts.hasSessionBus {
      steps.append(.activate(BusActivation(name: desktop.identifier, method: .open([url]))))
    }
    return try finish(.urls([url]), steps, facts) { () throws(LaunchFailure) in
      guard let desktop = facts.desktop else { return try facts.start() }
      if let words = try desktop.words(opening: url) {
        return try facts.run(words, of: desktop, isAwaited: false)
      }
      // Its manifest says that it takes such links, so it asks for them when it runs.
      return try facts.start()
    }
  }

  /// Adds the start of the app's program, which need not be possible when there are other ways.
  private static func finish(
    _ content: LaunchContent, _ steps: [LaunchStep], _ facts: LaunchFacts,
    _ start: () throws(LaunchFailure) -> LaunchStep
  ) throws(LaunchFailure) -> LaunchPlan {
    do throws(LaunchFailure) {
      return LaunchPlan(content: content, steps: steps + [try start()])
    } catch {
      if steps.isEmpty { throw error }
      return LaunchPlan(content: content, steps: steps)
    }
  }

  // MARK: - To the desktop

  /// Hands a URL to the program that the person chose for such.
  private static func handing(
    _ url: String, path: String?, orElse failure: LaunchFailure, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    var steps: [LaunchStep] = []
    var problem = failure
    for handler in facts.handlers {
      do throws(LaunchFailure) {
        let words = try handler.words(opening: url, path: path)
        if handler.isBusActivatable, facts.hasSessionBus {
          steps.append(.activate(BusActivation(name: handler.identifier, method: .open([url]))))
        }
        if let words { steps.append(try facts.run(words, of: handler, isAwaited: false)) }
      } catch {
        // The desktop's own rules could run the same command line.
        if error.cause == .unsafeCommand { throw error }
        problem = error
      }
      if !steps.isEmpty { break }
    }
    if let opener = facts.opener { steps.append(Self.opening(url, by: opener)) }
    guard !steps.isEmpty else { throw problem }
    return LaunchPlan(content: nil, steps: steps)
  }

  /// Opens a file by its type, or shows where it lies when opening it could run a program.
  ///
  /// The URL that is handed on is made of the path that was looked at, not the one that was chosen, which others may
  /// take for another file: they do not agree on `?`, `#`, `..` and hosts.
  private static func opening(
    file url: String, _ facts: LaunchFacts
  ) throws(LaunchFailure) -> LaunchPlan {
    guard let path = LinkURL.path(of: url) else { throw .noURL }
    guard let file = facts.file else { throw .missingFile(path) }
    let place = LinkURL.url(ofPath: file.path)
    switch file.kind {
    case .folder:
      // The root has its slash.
      let folder = place.hasSuffix("/") ? place : place + "/"
      return try handing(folder, path: file.path, orElse: .noHandler("file"), facts)
    case .document:
      // The handlers known here are for folders; which program is for the file the desktop knows.
      guard let opener = facts.opener else { throw .noHandler("file") }
      return LaunchPlan(content: nil, steps: [Self.opening(place, by: opener)])
    case .program, .missing:
      var steps: [LaunchStep] = facts.hasSessionBus ? [.showInFolder(url: place)] : []
      let parent = file.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.path.startIndex
      let folder = String(Substring(file.path.utf8[...parent]))
      do throws(LaunchFailure) {
        steps +=
          try handing(
            LinkURL.url(ofPath: folder), path: folder, orElse: .noHandler("file"), facts
          ).steps
      } catch {
        if steps.isEmpty { throw error }
      }
      return LaunchPlan(content: nil, steps: steps)
    }
  }

  private static func opening(_ url: String, by opener: [String]) -> LaunchStep {
    .start(
      StartedProgram(
        words: opener + [url], identifier: opener[0], isAwaited: false, isOpener: true))
  }
}

extension LaunchFacts {
  /// The step to the client of the app that did something last and takes this.
  fileprivate func delivery(_ kind: ReceiveActivities.Kinds) -> [LaunchStep] {
    receivers.first { $0.kinds.isSuperset(of: kind) }.map { [.deliver(session: $0.session)] } ?? []
  }

  /// Whether the app may be handed activities of a type; those without a list may be handed any.
  fileprivate func declares(_ type: String) -> Bool {
    guard let declared = manifest?.activityTypes, !declared.isEmpty else { return true }
    return declared.contains(type) || type == DeliveredActivity.pageType
  }

  /// Whether the site of a web page vouches for the app; `*.` before a host stands for any host below it.
  fileprivate func takesPages(at url: String) -> Bool {
    guard let manifest, WebAddress.isWeb(url), let address = WebAddress.host(of: url) else {
      return false
    }
    let host = address.prefix { $0 != ":" }
    return manifest.associatedDomains.contains {
      $0.service == "applinks" && $0.covers(host)
    }
  }

  /// Whether the app says that it opens URLs of a scheme. Places are for apps that give directions, too.
  fileprivate func takesLinks(_ scheme: String) -> Bool {
    guard scheme != "http", scheme != "https" else { return false }
    guard let manifest else { return desktop?.isOfFlatpak(opening: scheme) ?? false }
    return manifest.urlTypes.contains { $0.schemes.contains(scheme) }
      || scheme == "geo" && !manifest.directionsModes.isEmpty
  }

  /// The start of the app's program, which then asks for what it is to open.
  fileprivate func start() throws(LaunchFailure) -> LaunchStep {
    if let desktop {
      guard let words = try desktop.words else {
        throw .cannotStart(appName, "it has no command line")
      }
      return try run(words, of: desktop, isAwaited: true)
    }
    guard let manifest else { throw .notInstalled(appName) }
    guard let program, let first = program.first, !first.isEmpty else {
      throw .cannotStart(appName, "its manifest names no program")
    }
    return .start(
      StartedProgram(words: program, identifier: manifest.identifier, isAwaited: true))
  }

  /// The start of a program as its desktop file says, in a terminal where it wants one.
  fileprivate func run(
    _ words: [String], of desktop: LaunchableDesktopFile, isAwaited: Bool
  ) throws(LaunchFailure) -> LaunchStep {
    var program = StartedProgram(
      words: words, directory: desktop.directory, identifier: desktop.identifier,
      isAwaited: isAwaited)
    guard desktop.needsTerminal else { return .start(program) }
    if hasTerminal { return .runInSurface(program) }
    guard let terminal else { throw .needsTerminal(desktop.name) }
    program.words = terminal + words
    return .start(program)
  }
}
