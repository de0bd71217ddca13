extension LaunchFailure {
  /// There is no such app any more.
  package static func notInstalled(_ app: String) -> LaunchFailure {
    LaunchFailure(.notInstalled, "\(app) is not installed any more, or no manifest registers it.")
  }

  /// The app's program could not be run.
  ///
  /// - Parameters:
  ///   - app: What a person calls the app.
  ///   - reason: Why, with or without a full stop.
  /// - Returns: The failure.
  package static func cannotStart(_ app: String, _ reason: String) -> LaunchFailure {
    let reason = reason.hasSuffix(".") ? reason : reason + "."
    return LaunchFailure(.cannotStart, "\(app) could not be started: \(reason)")
  }

  /// The app's program ended before it took anything; with its status, or the signal that ended it.
  package static func endedAtOnce(_ app: String, _ ending: String? = nil) -> LaunchFailure {
    LaunchFailure(
      .endedAtOnce,
      "\(app) ended before it opened anything\(ending.map { " (\($0))" } ?? "").")
  }

  /// The app runs, and says nothing.
  package static func notAnswering(_ app: String) -> LaunchFailure {
    LaunchFailure(.notAnswering, "\(app) does not answer.")
  }

  /// The app was started, and does not take anything.
  package static func noReceiver(_ app: String) -> LaunchFailure {
    LaunchFailure(.noReceiver, "\(app) was started, but did not ask for what to open.")
  }

  /// The app said no.
  package static func declined(_ app: String) -> LaunchFailure {
    LaunchFailure(.declined, "\(app) did not open it.")
  }

  /// The item is gone.
  package static func unknownItem(_ app: String) -> LaunchFailure {
    LaunchFailure(.unknownItem, "It is gone: \(app) has deleted it.")
  }

  /// The app needs a terminal.
  package static func needsTerminal(_ app: String) -> LaunchFailure {
    LaunchFailure(
      .needsTerminal, "\(app) needs a terminal, and there is none that it could be started in.")
  }

  /// The app's manifest does not name the type of the activity.
  package static func undeclaredType(_ app: String) -> LaunchFailure {
    LaunchFailure(.undeclaredType, "\(app) does not open this any more: it is of no type it names.")
  }

  /// The app's manifest does not say that searches go on in it.
  package static func takesNoSearches(_ app: String) -> LaunchFailure {
    LaunchFailure(.takesNoSearches, "\(app) does not go on with searches.")
  }

  /// Nothing opens URLs of a scheme.
  package static func noHandler(_ scheme: String) -> LaunchFailure {
    LaunchFailure(.noHandler, "No program is there that opens \(scheme): links.")
  }

  /// Only an app that is registered for a scheme opens its URLs.
  package static func unclaimedScheme(_ scheme: String) -> LaunchFailure {
    LaunchFailure(
      .noHandler,
      "A \(scheme): link is opened only in the app that indexed it, and only when its manifest names the scheme in "
        + "CFBundleURLTypes; register the app with fresnel app install.")
  }

  /// A command line is not run; with the sentence that says why, which names the desktop file.
  package static func unsafeCommand(_ sentence: String) -> LaunchFailure {
    LaunchFailure(.unsafeCommand, sentence)
  }

  /// The desktop's opener ended with a status that says that it opened nothing.
  package static func openerFailed(_ program: String, _ ending: String) -> LaunchFailure {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    // What xdg-utils' manual page says of it.
    let reason = ending == "status 3" ? "it found no program for that; " : ""
    return LaunchFailure(
      .cannotStart, "\(name) could not open it: \(reason)it ended with \(ending).")
  }

  /// There is no such file. Its path comes from somebody else, and is shown as a URL so that it steers no terminal.
  package static func missingFile(_ path: String) -> LaunchFailure {
    LaunchFailure(.missingFile, "There is no \(LinkURL.url(ofPath: path)) any more.")
  }

  /// What was chosen is no URL of anything that could be opened.
  package static var noURL: LaunchFailure {
    LaunchFailure(
      .noHandler,
      "This is no link that can be opened: it has no scheme or host, is of another machine, is too long, or has spaces, "
        + "control characters or characters that change the direction of text.")
  }

  /// What was chosen is a `mailto` URL that names a file to send.
  package static var addsFile: LaunchFailure {
    LaunchFailure(
      .noHandler,
      "This mailto: link is not opened: it names a file to add to the mail, and whoever wrote it could have it sent."
    )
  }

  /// The other device did not send what was picked up; with the sentence that says why.
  package static func notHandedOver(_ reason: String) -> LaunchFailure {
    LaunchFailure(.notHandedOver, reason)
  }
}
