internal import CGumbo

/// An element's name, as a number: comparing two costs nothing.
package struct HTMLTag: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt8

  /// Makes a tag of a number.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  private init(_ tag: fresnel_html_tag) {
    rawValue = UInt8(truncatingIfNeeded: tag.rawValue)
  }

  /// An element of another name than those below, or one of SVG or MathML.
  package static var unknown: HTMLTag { HTMLTag(fresnel_html_tag_unknown) }

  /// `a`
  package static var a: HTMLTag { HTMLTag(fresnel_html_tag_a) }
  /// `abbr`
  package static var abbr: HTMLTag { HTMLTag(fresnel_html_tag_abbr) }
  /// `address`
  package static var address: HTMLTag { HTMLTag(fresnel_html_tag_address) }
  /// `area`
  package static var area: HTMLTag { HTMLTag(fresnel_html_tag_area) }
  /// `article`
  package static var article: HTMLTag { HTMLTag(fresnel_html_tag_article) }
  /// `aside`
  package static var aside: HTMLTag { HTMLTag(fresnel_html_tag_aside) }
  /// `audio`
  package static var audio: HTMLTag { HTMLTag(fresnel_html_tag_audio) }
  /// `b`
  package static var b: HTMLTag { HTMLTag(fresnel_html_tag_b) }
  /// `base`
  package static var base: HTMLTag { HTMLTag(fresnel_html_tag_base) }
  /// `blockquote`
  package static var blockquote: HTMLTag { HTMLTag(fresnel_html_tag_blockquote) }
  /// `body`
  package static var body: HTMLTag { HTMLTag(fresnel_html_tag_body) }
  /// `br`
  package static var br: HTMLTag { HTMLTag(fresnel_html_tag_br) }
  /// `button`
  package static var button: HTMLTag { HTMLTag(fresnel_html_tag_button) }
  /// `caption`
  package static var caption: HTMLTag { HTMLTag(fresnel_html_tag_caption) }
  /// `cite`
  package static var cite: HTMLTag { HTMLTag(fresnel_html_tag_cite) }
  /// `code`
  package static var code: HTMLTag { HTMLTag(fresnel_html_tag_code) }
  /// `data`
  package static var data: HTMLTag { HTMLTag(fresnel_html_tag_data) }
  /// `dd`
  package static var dd: HTMLTag { HTMLTag(fresnel_html_tag_dd) }
  /// `del`
  package static var del: HTMLTag { HTMLTag(fresnel_html_tag_del) }
  /// `details`
  package static var details: HTMLTag { HTMLTag(fresnel_html_tag_details) }
  /// `dfn`
  package static var dfn: HTMLTag { HTMLTag(fresnel_html_tag_dfn) }
  /// `div`
  package static var div: HTMLTag { HTMLTag(fresnel_html_tag_div) }
  /// `dl`
  package static var dl: HTMLTag { HTMLTag(fresnel_html_tag_dl) }
  /// `dt`
  package static var dt: HTMLTag { HTMLTag(fresnel_html_tag_dt) }
  /// `em`
  package static var em: HTMLTag { HTMLTag(fresnel_html_tag_em) }
  /// `embed`
  package static var embed: HTMLTag { HTMLTag(fresnel_html_tag_embed) }
  /// `figcaption`
  package static var figcaption: HTMLTag { HTMLTag(fresnel_html_tag_figcaption) }
  /// `figure`
  package static var figure: HTMLTag { HTMLTag(fresnel_html_tag_figure) }
  /// `footer`
  package static var footer: HTMLTag { HTMLTag(fresnel_html_tag_footer) }
  /// `form`
  package static var form: HTMLTag { HTMLTag(fresnel_html_tag_form) }
  /// `frame`
  package static var frame: HTMLTag { HTMLTag(fresnel_html_tag_frame) }
  /// `frameset`
  package static var frameset: HTMLTag { HTMLTag(fresnel_html_tag_frameset) }
  /// `h1`
  package static var h1: HTMLTag { HTMLTag(fresnel_html_tag_h1) }
  /// `h2`
  package static var h2: HTMLTag { HTMLTag(fresnel_html_tag_h2) }
  /// `h3`
  package static var h3: HTMLTag { HTMLTag(fresnel_html_tag_h3) }
  /// `h4`
  package static var h4: HTMLTag { HTMLTag(fresnel_html_tag_h4) }
  /// `h5`
  package static var h5: HTMLTag { HTMLTag(fresnel_html_tag_h5) }
  /// `h6`
  package static var h6: HTMLTag { HTMLTag(fresnel_html_tag_h6) }
  /// `head`
  package static var head: HTMLTag { HTMLTag(fresnel_html_tag_head) }
  /// `header`
  package static var header: HTMLTag { HTMLTag(fresnel_html_tag_header) }
  /// `hr`
  package static var hr: HTMLTag { HTMLTag(fresnel_html_tag_hr) }
  /// `html`
  package static var html: HTMLTag { HTMLTag(fresnel_html_tag_html) }
  /// `i`
  package static var i: HTMLTag { HTMLTag(fresnel_html_tag_i) }
  /// `iframe`
  package static var iframe: HTMLTag { HTMLTag(fresnel_html_tag_iframe) }
  /// `img`
  package static var img: HTMLTag { HTMLTag(fresnel_html_tag_img) }
  /// `input`
  package static var input: HTMLTag { HTMLTag(fresnel_html_tag_input) }
  /// `ins`
  package static var ins: HTMLTag { HTMLTag(fresnel_html_tag_ins) }
  /// `label`
  package static var label: HTMLTag { HTMLTag(fresnel_html_tag_label) }
  /// `legend`
  package static var legend: HTMLTag { HTMLTag(fresnel_html_tag_legend) }
  /// `li`
  package static var li: HTMLTag { HTMLTag(fresnel_html_tag_li) }
  /// `link`
  package static var link: HTMLTag { HTMLTag(fresnel_html_tag_link) }
  /// `main`
  package static var main: HTMLTag { HTMLTag(fresnel_html_tag_main) }
  /// `map`
  package static var map: HTMLTag { HTMLTag(fresnel_html_tag_map) }
  /// `mark`
  package static var mark: HTMLTag { HTMLTag(fresnel_html_tag_mark) }
  /// `meta`
  package static var meta: HTMLTag { HTMLTag(fresnel_html_tag_meta) }
  /// `meter`
  package static var meter: HTMLTag { HTMLTag(fresnel_html_tag_meter) }
  /// `nav`
  package static var nav: HTMLTag { HTMLTag(fresnel_html_tag_nav) }
  /// `noframes`
  package static var noframes: HTMLTag { HTMLTag(fresnel_html_tag_noframes) }
  /// `noscript`
  package static var noscript: HTMLTag { HTMLTag(fresnel_html_tag_noscript) }
  /// `object`
  package static var object: HTMLTag { HTMLTag(fresnel_html_tag_object) }
  /// `ol`
  package static var ol: HTMLTag { HTMLTag(fresnel_html_tag_ol) }
  /// `optgroup`
  package static var optgroup: HTMLTag { HTMLTag(fresnel_html_tag_optgroup) }
  /// `option`
  package static var option: HTMLTag { HTMLTag(fresnel_html_tag_option) }
  /// `p`
  package static var p: HTMLTag { HTMLTag(fresnel_html_tag_p) }
  /// `param`
  package static var param: HTMLTag { HTMLTag(fresnel_html_tag_param) }
  /// `pre`
  package static var pre: HTMLTag { HTMLTag(fresnel_html_tag_pre) }
  /// `progress`
  package static var progress: HTMLTag { HTMLTag(fresnel_html_tag_progress) }
  /// `q`
  package static var q: HTMLTag { HTMLTag(fresnel_html_tag_q) }
  /// `s`
  package static var s: HTMLTag { HTMLTag(fresnel_html_tag_s) }
  /// `script`
  package static var script: HTMLTag { HTMLTag(fresnel_html_tag_script) }
  /// `section`
  package static var section: HTMLTag { HTMLTag(fresnel_html_tag_section) }
  /// `select`
  package static var select: HTMLTag { HTMLTag(fresnel_html_tag_select) }
  /// `small`
  package static var small: HTMLTag { HTMLTag(fresnel_html_tag_small) }
  /// `source`
  package static var source: HTMLTag { HTMLTag(fresnel_html_tag_source) }
  /// `span`
  package static var span: HTMLTag { HTMLTag(fresnel_html_tag_span) }
  /// `strong`
  package static var strong: HTMLTag { HTMLTag(fresnel_html_tag_strong) }
  /// `style`
  package static var style: HTMLTag { HTMLTag(fresnel_html_tag_style) }
  /// `sub`
  package static var sub: HTMLTag { HTMLTag(fresnel_html_tag_sub) }
  /// `summary`
  package static var summary: HTMLTag { HTMLTag(fresnel_html_tag_summary) }
  /// `sup`
  package static var sup: HTMLTag { HTMLTag(fresnel_html_tag_sup) }
  /// `svg`
  package static var svg: HTMLTag { HTMLTag(fresnel_html_tag_svg) }
  /// `table`
  package static var table: HTMLTag { HTMLTag(fresnel_html_tag_table) }
  /// `tbody`
  package static var tbody: HTMLTag { HTMLTag(fresnel_html_tag_tbody) }
  /// `td`
  package static var td: HTMLTag { HTMLTag(fresnel_html_tag_td) }
  /// `template`
  package static var template: HTMLTag { HTMLTag(fresnel_html_tag_template) }
  /// `textarea`
  package static var textarea: HTMLTag { HTMLTag(fresnel_html_tag_textarea) }
  /// `tfoot`
  package static var tfoot: HTMLTag { HTMLTag(fresnel_html_tag_tfoot) }
  /// `th`
  package static var th: HTMLTag { HTMLTag(fresnel_html_tag_th) }
  /// `thead`
  package static var thead: HTMLTag { HTMLTag(fresnel_html_tag_thead) }
  /// `time`
  package static var time: HTMLTag { HTMLTag(fresnel_html_tag_time) }
  /// `title`
  package static var title: HTMLTag { HTMLTag(fresnel_html_tag_title) }
  /// `tr`
  package static var tr: HTMLTag { HTMLTag(fresnel_html_tag_tr) }
  /// `track`
  package static var track: HTMLTag { HTMLTag(fresnel_html_tag_track) }
  /// `u`
  package static var u: HTMLTag { HTMLTag(fresnel_html_tag_u) }
  /// `ul`
  package static var ul: HTMLTag { HTMLTag(fresnel_html_tag_ul) }
  /// `video`
  package static var video: HTMLTag { HTMLTag(fresnel_html_tag_video) }

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
