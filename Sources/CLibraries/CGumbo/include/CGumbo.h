// The part of gumbo that Fresnel uses: a page in UTF-8 becomes its tree in three flat arrays. Memory and work
// are bounded, whatever the page; nothing here keeps state of its own, and every function may be called from
// several threads.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The elements that are known by number, with their names in HTML and in gumbo's enumeration.
#define FRESNEL_HTML_TAGS(X) \
  X(a, A) X(abbr, ABBR) X(address, ADDRESS) X(area, AREA) X(article, ARTICLE) X(aside, ASIDE) \
  X(audio, AUDIO) X(b, B) X(base, BASE) X(blockquote, BLOCKQUOTE) X(body, BODY) X(br, BR) \
  X(button, BUTTON) X(caption, CAPTION) X(cite, CITE) X(code, CODE) X(data, DATA) X(dd, DD) \
  X(del, DEL) X(details, DETAILS) X(dfn, DFN) X(div, DIV) X(dl, DL) X(dt, DT) X(em, EM) \
  X(embed, EMBED) X(figcaption, FIGCAPTION) X(figure, FIGURE) X(footer, FOOTER) X(form, FORM) \
  X(frame, FRAME) X(frameset, FRAMESET) X(h1, H1) X(h2, H2) X(h3, H3) X(h4, H4) X(h5, H5) \
  X(h6, H6) X(head, HEAD) X(header, HEADER) X(hr, HR) X(html, HTML) X(i, I) X(iframe, IFRAME) \
  X(img, IMG) X(input, INPUT) X(ins, INS) X(label, LABEL) X(legend, LEGEND) X(li, LI) \
  X(link, LINK) X(main, MAIN) X(map, MAP) X(mark, MARK) X(meta, META) X(meter, METER) \
  X(nav, NAV) X(noframes, NOFRAMES) X(noscript, NOSCRIPT) X(object, OBJECT) X(ol, OL) \
  X(optgroup, OPTGROUP) X(option, OPTION) X(p, P) X(param, PARAM) X(pre, PRE) \
  X(progress, PROGRESS) X(q, Q) X(s, S) X(script, SCRIPT) X(section, SECTION) X(select, SELECT) \
  X(small, SMALL) X(source, SOURCE) X(span, SPAN) X(strong, STRONG) X(style, STYLE) X(sub, SUB) \
  X(summary, SUMMARY) X(sup, SUP) X(svg, SVG) X(table, TABLE) X(tbody, TBODY) X(td, TD) \
  X(template, TEMPLATE) X(textarea, TEXTAREA) X(tfoot, TFOOT) X(th, TH) X(thead, THEAD) \
  X(time, TIME) X(title, TITLE) X(tr, TR) X(track, TRACK) X(u, U) X(ul, UL) X(video, VIDEO)

/// The attributes that are known by number, with the names they go by here and in HTML.
#define FRESNEL_HTML_ATTRIBUTES(X) \
  X(about, "about") X(alt, "alt") X(charset, "charset") X(cite, "cite") X(class_, "class") \
  X(content, "content") X(data, "data") X(datatype, "datatype") X(datetime, "datetime") \
  X(dir, "dir") X(height, "height") X(hidden, "hidden") X(href, "href") X(hreflang, "hreflang") \
  X(http_equiv, "http-equiv") X(id, "id") X(inlist, "inlist") X(itemid, "itemid") \
  X(itemprop, "itemprop") X(itemref, "itemref") X(itemscope, "itemscope") \
  X(itemtype, "itemtype") X(lang, "lang") X(media, "media") X(name, "name") X(prefix, "prefix") \
  X(property, "property") X(rel, "rel") X(resource, "resource") X(rev, "rev") X(role, "role") \
  X(sizes, "sizes") X(src, "src") X(srcset, "srcset") X(style, "style") X(target, "target") \
  X(title, "title") X(type, "type") X(typeof_, "typeof") X(value, "value") X(vocab, "vocab") \
  X(width, "width")

/// Numbers of elements.
enum fresnel_html_tag {
  /// Another one than those below, or one of SVG or MathML.
  fresnel_html_tag_unknown,
#define X(name, gumbo) fresnel_html_tag_##name,
  FRESNEL_HTML_TAGS(X)
#undef X
};

/// Numbers of attributes.
enum fresnel_html_attribute_name {
  /// Another one than those below.
  fresnel_html_name_unknown,
#define X(name, text) fresnel_html_name_##name,
  FRESNEL_HTML_ATTRIBUTES(X)
#undef X
};

/// What a node is.
enum fresnel_html_kind {
  fresnel_html_document,
  fresnel_html_element,
  fresnel_html_text,
  fresnel_html_comment,
};

/// A node. The descendants of one stand right behind it, in document order.
typedef struct fresnel_html_node {
  /// The attributes that it has: a bit for each number, the first for all without one.
  uint64_t names;
  /// The index of its parent; its own for the document.
  uint32_t parent;
  /// The index behind its last descendant.
  uint32_t end;
  /// Where it begins in the page, in bytes.
  uint32_t offset;
  /// Where its text begins in the bytes of the tree; of an element, its lower-case name.
  uint32_t text;
  /// How many bytes that text has; 0 for elements known by number.
  uint32_t text_count;
  /// The index of its first attribute.
  uint32_t attribute;
  /// How many attributes it has.
  uint32_t attribute_count;
  /// One of `fresnel_html_kind`.
  uint8_t kind;
  /// One of `fresnel_html_tag`.
  uint8_t tag;
} fresnel_html_node;

/// An attribute.
typedef struct fresnel_html_attribute {
  /// Where its name begins in the page, in bytes.
  uint32_t offset;
  /// Where its name begins in the bytes of the tree.
  uint32_t name;
  /// How many bytes the name has; the value follows right behind it.
  uint32_t name_count;
  /// How many bytes the value has.
  uint32_t value_count;
  /// One of `fresnel_html_attribute_name`.
  uint8_t known_name;
} fresnel_html_attribute;

/// What bounds reading.
typedef struct fresnel_html_limits {
  /// How deeply the tree nests; what is deeper stands beside, not below.
  uint32_t depth;
  /// How many attributes one tag has at most, give or take sixteen; a tag with more is not read, nor what follows.
  uint32_t attributes;
  /// How many bytes reading may use besides the arrays.
  size_t memory;
  /// How many steps reading may take. A step is about what looking at one open element costs.
  uint64_t work;
  /// Whether to spare gumbo the insides of long values and texts, which makes no difference to the tree.
  bool may_abridge;
} fresnel_html_limits;

/// A page as it was read.
typedef struct fresnel_html_tree {
  fresnel_html_node *nodes;
  uint32_t node_count;
  fresnel_html_attribute *attributes;
  uint32_t attribute_count;
  uint8_t *bytes;
  size_t byte_count;
  /// How much of the page is in the tree: all, unless a limit was met.
  size_t read_count;
  /// Whether something nested deeper than the limit.
  bool was_flattened;
  /// Whether reading ended before a tag with more attributes than the limit.
  bool was_crowded;
  /// Whether gumbo was spared parts of the page.
  bool was_abridged;
  /// How many steps and bytes it took.
  uint64_t work;
  size_t memory;
} fresnel_html_tree;

/// Reads a page. Where a limit is met, the page is read again up to about there.
///
/// Returns false when memory is short; then there is nothing to free.
bool fresnel_html_parse(
  const char *page, size_t count, const fresnel_html_limits *limits, fresnel_html_tree *tree);
/// Frees the arrays of a tree.
void fresnel_html_free(fresnel_html_tree *tree);
