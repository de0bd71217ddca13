internal import CGumbo

/// An attribute's name, as a number: comparing two costs nothing.
package struct HTMLAttributeName: RawRepresentable, Hashable, Sendable {
  /// The number.
  package let rawValue: UInt8

  /// Makes a name of a number.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  private init(_ name: fresnel_html_attribute_name) {
    rawValue = UInt8(truncatingIfNeeded: name.rawValue)
  }

  /// `about`
  package static var about: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_about) }
  /// `alt`
  package static var alt: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_alt) }
  /// `charset`
  package static var charset: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_charset) }
  /// `cite`
  package static var cite: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_cite) }
  /// `class`
  package static var `class`: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_class_) }
  /// `content`
  package static var content: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_content) }
  /// `data`
  package static var data: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_data) }
  /// `datatype`
  package static var datatype: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_datatype) }
  /// `datetime`
  package static var datetime: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_datetime) }
  /// `dir`
  package static var dir: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_dir) }
  /// `height`
  package static var height: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_height) }
  /// `hidden`
  package static var hidden: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_hidden) }
  /// `href`
  package static var href: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_href) }
  /// `hreflang`
  package static var hreflang: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_hreflang) }
  /// `http-equiv`
  package static var httpEquiv: HTMLAttributeName {
    HTMLAttributeName(fresnel_html_name_http_equiv)
  }
  /// `id`
  package static var id: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_id) }
  /// `inlist`
  package static var inlist: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_inlist) }
  /// `itemid`
  package static var itemid: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_itemid) }
  /// `itemprop`
  package static var itemprop: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_itemprop) }
  /// `itemref`
  package static var itemref: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_itemref) }
  /// `itemscope`
  package static var itemscope: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_itemscope) }
  /// `itemtype`
  package static var itemtype: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_itemtype) }
  /// `lang`
  package static var lang: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_lang) }
  /// `media`
  package static var media: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_media) }
  /// `name`
  package static var name: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_name) }
  /// `prefix`
  package static var prefix: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_prefix) }
  /// `property`
  package static var property: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_property) }
  /// `rel`
  package static var rel: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_rel) }
  /// `resource`
  package static var resource: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_resource) }
  /// `rev`
  package static var rev: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_rev) }
  /// `role`
  package static var role: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_role) }
  /// `sizes`
  package static var sizes: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_sizes) }
  /// `src`
  package static var src: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_src) }
  /// `srcset`
  package static var srcset: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_srcset) }
  /// `style`
  package static var style: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_style) }
  /// `target`
  package static var target: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_target) }
  /// `title`
  package static var title: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_title) }
  /// `type`
  package static var type: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_type) }
  /// `typeof`
  package static var typeof: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_typeof_) }
  /// `value`
  package static var value: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_value) }
  /// `vocab`
  package static var vocab: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_vocab) }
  /// `width`
  package static var width: HTMLAttributeName { HTMLAttributeName(fresnel_html_name_width) }
}
