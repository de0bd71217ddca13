internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText

/// What a command needs of the world, so that a test can hand it another one.
struct CommandContext: Sendable {
  /// Where the command writes.
  var console: Console
  /// The environment variables.
  let environment: [String: String]
  /// Where a person's files are.
  let directories: BaseDirectories

  /// Colours for results.
  var style: Style { Style(isActive: console.usesColor) }

  /// The world of this process.
  static var current: CommandContext {
    CommandContext(
      console: .standard, environment: Environment.all, directories: .current)
  }

  /// The first of the variables that decide a message's language and is set.
  var messageLocale: String {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = environment[name], !value.isEmpty { return value }
    }
    return "C"
  }

  /// Tells the person of something that went wrong without stopping the command.
  func warn(_ message: String) {
    console.writeError("fresnel: \(message.withoutFullStop)\n")
  }

  /// The time, time zone and language that queries are understood in.
  var queryContext: EvaluationContext {
    EvaluationContext(
      now: Timestamp(secondsSince1970: WallClock.secondsSince1970), timeZone: environment["TZ"],
      locale: .session)
  }
}
