internal import CommandKit
internal import FresnelModel
internal import FresnelText
internal import WebMarkup

/// A page's card drawn in text.
struct CardDrawing {
  private let style: Style
  private let width: Int

  /// Draws in a style, as wide as a number of columns.
  init(_ style: Style, width: Int) {
    self.style = style
    self.width = max(30, min(72, width))
  }

  /// The lines of a card, with a frame around them.
  func lines(of card: ResultCard) -> [String] {
    let room = width - 4
    var inside = [style.strong(fitted(card.title, room))]
    inside.append(style.faint(fitted(address(of: card), room)))
    let facts = [rating(card), card.price?.line, dates(card), card.isPaywalled ? "paid" : nil]
      .compactMap(\.self).filter { !$0.isEmpty }
    if !facts.isEmpty { inside.append(fitted(facts.joined(separator: "   "), room)) }
    if let description = card.description {
      let text = wrapped(withoutControls(description), width: room)
      inside += text.split(separator: "\n").prefix(5).map { fitted(String($0), room) }
    }
    if let image = card.image { inside.append(style.kind(fitted("[picture] \(image.href)", room))) }
    let buttons = card.actions.map { "[\(title(of: $0))]" }
    if !buttons.isEmpty { inside.append(fitted(buttons.joined(separator: " "), room)) }
    let edge = String(repeating: "─", count: width - 2)
    return ["┌\(edge)┐"] + inside.map { "│ \($0) │" } + ["└\(edge)┘"]
  }

  /// What a button is called.
  func title(of action: CardAction) -> String {
    switch action {
    case .call: "Call"
    case .directions: "Directions"
    case .play: "Play"
    }
  }

  private func fitted(_ text: String, _ room: Int) -> String { padded(text, to: room) }

  private func address(of card: ResultCard) -> String {
    (card.url.host ?? "") + (card.url.path == "/" ? "" : card.url.path)
  }

  private func rating(_ card: ResultCard) -> String? {
    guard let rating = card.rating else { return nil }
    let whole = max(0, min(5, Int(rating.shownStars)))
    let half = whole < 5 && rating.shownStars > Double(whole)
    let stars =
      String(repeating: "★", count: whole) + (half ? "½" : "")
      + String(repeating: "☆", count: 5 - whole - (half ? 1 : 0))
    return "\(stars) \(rating.line)"
  }

  private func dates(_ card: ResultCard) -> String? {
    let begin = card.dates.startDay ?? card.dates.publishedDay
    let end = card.dates.endDay.flatMap { $0 == begin ? nil : $0 }
    let days = [begin, end].compactMap(\.self)
    return days.isEmpty ? nil : days.joined(separator: " to ")
  }
}
