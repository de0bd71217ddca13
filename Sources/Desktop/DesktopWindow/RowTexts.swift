internal import CGTK
internal import DesktopService
internal import LocalAnswers
internal import SearchSurface

/// What a row of the window says of a result.
struct RowTexts: Equatable {
  /// What it is called.
  var title = ""
  /// From where it is, and why it was found.
  var detail = ""
  /// The names of its icon in the desktop's theme, the best first, with spaces between them; of an app's icon with
  /// ``SearchWindow/appIconMark`` before it.
  var icon = ""
  /// The digit that opens it together with Ctrl.
  var badge = ""
  /// What a screen reader says.
  var spoken = ""
  /// What of the title is bold, as ranges of its UTF-8.
  var bold: [Range<Int>] = []

  /// So many rows are opened by a digit.
  private static let numberedCount = 9

  /// Makes the texts of a row.
  ///
  /// - Parameters:
  ///   - row: The result; `nil` for a place that is empty.
  ///   - place: The place, from 0.
  init(_ row: SurfaceRow?, at place: Int) {
    guard let row else { return }
    title = row.title
    bold = row.matches
    detail = [row.source, row.detail].filter { !$0.isEmpty }.joined(separator: " · ")
    icon = Self.icon(of: row)
    badge = place < Self.numberedCount ? "\(place + 1)" : ""
    spoken = [row.title, row.source, row.detail].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The names of a row's icon: that of the application that it stands for, else of its content type, else of its app.
  private static func icon(of row: SurfaceRow) -> String {
    if row.isAnswer, row.contentType == nil { return "accessories-calculator x-office-spreadsheet" }
    switch row.command {
    case .lock: return "system-lock-screen-symbolic changes-prevent-symbolic"
    case .sleep: return "weather-clear-night-symbolic system-shutdown-symbolic"
    case .logOut: return "system-log-out-symbolic application-exit-symbolic"
    case nil: break
    }
    let names = ThemedIcon.names(for: row.contentType)
    guard let appIcon = row.appIcon, row.isApplication || names.count == 1 else {
      return names.joined(separator: " ")
    }
    return ([SearchWindow.appIconMark + appIcon] + names).joined(separator: " ")
  }

  /// Makes the texts of something that can be done.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - icon: The names of its icon.
  ///   - place: The place, from 0.
  init(title: String, icon: String, place: Int) {
    (self.title, self.icon, spoken) = (title, icon, title)
    badge = place < Self.numberedCount ? "\(place + 1)" : ""
  }

  /// Lends the texts to the shim, which copies them.
  func withRow(_ body: (UnsafePointer<fresnel_row>) -> Void) {
    let ranges = bold.map {
      fresnel_range(begin: UInt32(clamping: $0.lowerBound), end: UInt32(clamping: $0.upperBound))
    }
    Self.lend([title, detail, icon, badge, spoken]) { texts in
      ranges.withUnsafeBufferPointer { ranges in
        var row = fresnel_row(
          title: texts[0], detail: texts[1], icon: texts[2], badge: texts[3], spoken: texts[4],
          bold: ranges.baseAddress, bold_count: UInt32(ranges.count))
        body(&row)
      }
    }
  }

  private static func lend(
    _ texts: [String], _ lent: [fresnel_text] = [], _ body: ([fresnel_text]) -> Void
  ) {
    guard lent.count < texts.count else { return body(lent) }
    SearchWindow.withText(texts[lent.count]) { lend(texts, lent + [$0], body) }
  }
}
