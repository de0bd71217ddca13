internal import StructuredData
internal import WebDocuments

/// How often people did something with the thing that a page is about.
enum Interactions {
  /// Reads the counts of an item, by the action's name in schema.org, such as `LikeAction`.
  static func read(_ view: ItemView, _ diagnostics: inout [Diagnostic]) -> [String: Int] {
    var counts: [String: Int] = [:]
    // Old pages have the counters in the property that held texts before.
    for counter in view.items("interactionStatistic") + view.items("interactionCount") {
      guard let action = action(of: counter), !counter.item["userInteractionCount"].isEmpty else {
        continue
      }
      guard let number = counter.number("userInteractionCount"),
        let count = Int(exactly: number.rounded()), count >= 0
      else {
        reportNoNumber(
          counter.item["userInteractionCount"].first, counter.subject("userInteractionCount"),
          &diagnostics)
        continue
      }
      if counts[action] == nil { counts[action] = count }
    }
    readOld(view, &counts, &diagnostics)
    return counts
  }

  /// The name of a counter's action: of an address its last part, of an item its type.
  private static func action(of counter: ItemView) -> String? {
    if let item = counter.items("interactionType").first { return item.item.types.first }
    return counter.text("interactionType").map { SchemaNamespace.shortened($0) }
  }

  /// The old form: `UserLikes:12`, or a number of plays of a recording.
  private static func readOld(
    _ view: ItemView, _ counts: inout [String: Int], _ diagnostics: inout [Diagnostic]
  ) {
    let subject = view.subject("interactionCount")
    for value in view.item["interactionCount"] where value.item == nil {
      let text = foldingSpace(value.text ?? "")
      diagnostics.append(
        Diagnostic(
          .interactionCountSuperseded, "The count \(quoted(text)) is in the old form.",
          at: value.location, subject: subject))
      let parts = text.split(separator: ":", maxSplits: 1).map {
        foldingSpace(String($0))
      }
      guard let last = parts.last, let number = NumberReading(last)?.value,
        let count = Int(exactly: number.rounded()), count >= 0
      else {
        reportNoNumber(value, subject, &diagnostics)
        continue
      }
      let action =
        parts.count == 2 ? oldAction(SchemaNamespace.shortened(parts[0]), view) : plays(view)
      if let action, counts[action] == nil { counts[action] = count }
    }
  }

  private static func reportNoNumber(
    _ value: GraphValue?, _ subject: String, _ diagnostics: inout [Diagnostic]
  ) {
    diagnostics.append(
      Diagnostic(
        .interactionCountNotNumber, "The count \(quoted(value?.text ?? "")) is no number.",
        at: value?.location, subject: subject))
  }

  private static func oldAction(_ name: String, _ view: ItemView) -> String? {
    switch name {
    case "UserLikes", "UserPlusOnes": "LikeAction"
    case "UserComments": "CommentAction"
    case "UserTweets": "ShareAction"
    case "UserPlays": isVideo(view) ? "WatchAction" : "ListenAction"
    case "UserDownloads": "DownloadAction"
    case "UserPageVisits": "ViewAction"
    case "UserCheckins": "CheckInAction"
    default: nil
    }
  }

  private static func plays(_ view: ItemView) -> String? {
    if isVideo(view) { return "WatchAction" }
    let isSound = view.isA(
      "AudioObject", "MusicRecording", "MusicPlaylist", "MusicGroup", "RadioEpisode",
      "PodcastEpisode", "MediaObject")
    return isSound ? "ListenAction" : nil
  }

  private static func isVideo(_ view: ItemView) -> Bool {
    view.isA("VideoObject", "Movie", "TVEpisode", "TVSeries", "Clip")
  }
}
