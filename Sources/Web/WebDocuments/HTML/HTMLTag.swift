/// An element's name, as a number: comparing two costs nothing. The numbers are those of the parser (`CGumbo.h`).
package enum HTMLTag: UInt8, CaseIterable, Sendable {
  /// An element of another name than those below, or one of SVG or MathML.
  case unknown
  /// `a`
  case a
  /// `abbr`
  case abbr
  /// `address`
  case address
  /// `area`
  case area
  /// `article`
  case article
  /// `aside`
  case aside
  /// `audio`
  case audio
  /// `b`
  case b
  /// `base`
  case base
  /// `blockquote`
  case blockquote
  /// `body`
  case body
  /// `br`
  case br
  /// `button`
  case button
  /// `caption`
  case caption
  /// `cite`
  case cite
  /// `code`
  case code
  /// `data`
  case data
  /// `dd`
  case dd
  /// `del`
  case del
  /// `details`
  case details
  /// `dfn`
  case dfn
  /// `div`
  case div
  /// `dl`
  case dl
  /// `dt`
  case dt
  /// `em`
  case em
  /// `embed`
  case embed
  /// `figcaption`
  case figcaption
  /// `figure`
  case figure
  /// `footer`
  case footer
  /// `form`
  case form
  /// `frame`
  case frame
  /// `frameset`
  case frameset
  /// `h1`
  case h1
  /// `h2`
  case h2
  /// `h3`
  case h3
  /// `h4`
  case h4
  /// `h5`
  case h5
  /// `h6`
  case h6
  /// `head`
  case head
  /// `header`
  case header
  /// `hr`
  case hr
  /// `html`
  case html
  /// `i`
  case i
  /// `iframe`
  case iframe
  /// `img`
  case img
  /// `input`
  case input
  /// `ins`
  case ins
  /// `label`
  case label
  /// `legend`
  case legend
  /// `li`
  case li
  /// `link`
  case link
  /// `main`
  case main
  /// `map`
  case map
  /// `mark`
  case mark
  /// `meta`
  case meta
  /// `meter`
  case meter
  /// `nav`
  case nav
  /// `noframes`
  case noframes
  /// `noscript`
  case noscript
  /// `object`
  case object
  /// `ol`
  case ol
  /// `optgroup`
  case optgroup
  /// `option`
  case option
  /// `p`
  case p
  /// `param`
  case param
  /// `pre`
  case pre
  /// `progress`
  case progress
  /// `q`
  case q
  /// `s`
  case s
  /// `script`
  case script
  /// `section`
  case section
  /// `select`
  case select
  /// `small`
  case small
  /// `source`
  case source
  /// `span`
  case span
  /// `strong`
  case strong
  /// `style`
  case style
  /// `sub`
  case sub
  /// `summary`
  case summary
  /// `sup`
  case sup
  /// `svg`
  case svg
  /// `table`
  case table
  /// `tbody`
  case tbody
  /// `td`
  case td
  /// `template`
  case template
  /// `textarea`
  case textarea
  /// `tfoot`
  case tfoot
  /// `th`
  case th
  /// `thead`
  case thead
  /// `time`
  case time
  /// `title`
  case title
  /// `tr`
  case tr
  /// `track`
  case track
  /// `u`
  case u
  /// `ul`
  case ul
  /// `video`
  case video

  /// The lower-case names by number; empty for those that have no number.
  static let names: [String] = [
    "",
    "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "blockquote", "body",
    "br", "button", "caption", "cite", "code", "data", "dd", "del", "details", "dfn", "div", "dl",
    "dt", "em", "embed", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2",
    "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "input", "ins",
    "label", "legend", "li", "link", "main", "map", "mark", "meta", "meter", "nav", "noframes",
    "noscript", "object", "ol", "optgroup", "option", "p", "param", "pre", "progress", "q", "s",
    "script", "section", "select", "small", "source", "span", "strong", "style", "sub", "summary",
    "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time",
    "title", "tr", "track", "u", "ul", "video",
  ]
}

/// Some elements, by name: whether one is among them costs nothing to know.
package struct HTMLTagSet: Sendable {
  /// A bit for each number of a tag.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Makes a set of tags that have a number.
  package init(_ tags: [HTMLTag]) {
    for tag in tags {
      if tag.rawValue < 64 {
        low |= 1 << UInt64(tag.rawValue)
      } else {
        high |= 1 << UInt64(tag.rawValue - 64)
      }
    }
  }

  /// Whether a tag is among them.
  package func contains(_ tag: HTMLTag) -> Bool {
    let bits = tag.rawValue < 64 ? low : high
    return bits >> UInt64(tag.rawValue & 63) & 1 != 0
  }
}
