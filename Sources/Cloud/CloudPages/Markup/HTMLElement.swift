/// The elements that pages are made of. None of them runs or embeds anything but a script by its address.
package enum HTMLElement: String, CaseIterable, Sendable {
  // The page.
  case html, head, title, meta, link, script, body, header, nav, main, footer, section, article,
    aside, h1, h2, h3, h4, div
  // Texts.
  case p, pre, code, ul, ol, li, dl, dt, dd, hr, br, blockquote, figure, figcaption, a, span, em,
    strong, small, mark, time, bdi, kbd, img
  // Tables.
  case table, caption, thead, tbody, tr, th, td
  // What people use.
  case form, label, input, textarea, button, details, summary, fieldset, legend, output, select,
    option

  /// Whether it holds nothing and has no end.
  var isVoid: Bool {
    switch self {
    case .meta, .link, .hr, .br, .img, .input: true
    default: false
    }
  }

  /// Whether a line's end that it begins with is not part of what it holds.
  var dropsFirstLineEnd: Bool { self == .pre || self == .textarea }
}
