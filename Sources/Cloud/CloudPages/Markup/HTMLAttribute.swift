/// An attribute of an element.
///
/// Those that name addresses take addresses that were looked at; there is none for styles or scripts.
package struct HTMLAttribute: Hashable, Sendable {
  /// The name.
  let name: String
  /// The value, not escaped; `nil` where the attribute says enough by being there.
  let value: String?

  private init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// Attributes whose values are texts.
  package enum Name: String, CaseIterable, Sendable {
    case id, lang, dir, title, role, name, value, type, placeholder, autocomplete, inputmode,
      maxlength, rows, enterkeyhint, spellcheck, alt, width, height, loading, decoding, rel,
      datetime, scope, charset, content, tabindex, method, property, autocapitalize
    case labelFor = "for"
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case ariaDescribedBy = "aria-describedby"
    case ariaHidden = "aria-hidden"
    case ariaCurrent = "aria-current"
    case ariaLive = "aria-live"
    case ariaInvalid = "aria-invalid"
    case ariaBusy = "aria-busy"
    case theme = "data-theme"
    case enhance = "data-enhance"
    case severity = "data-severity"
    case state = "data-state"
  }

  /// Attributes that say enough by being there.
  package enum Flag: String, CaseIterable, Sendable {
    case open, required, hidden, selected, checked, readonly, autofocus, novalidate
    case loadsLate = "defer"
  }

  /// An attribute whose value is a text.
  package static func set(_ name: Name, _ value: String) -> HTMLAttribute {
    HTMLAttribute(name.rawValue, value)
  }

  /// An attribute whose value is a text, where there is one.
  package static func set(_ name: Name, _ value: String?) -> HTMLAttribute? {
    value.map { HTMLAttribute(name.rawValue, $0) }
  }

  /// An attribute that says enough by being there.
  package static func flag(_ flag: Flag, if isThere: Bool = true) -> HTMLAttribute? {
    isThere ? HTMLAttribute(flag.rawValue, nil) : nil
  }

  /// The classes of an element, with spaces between them.
  package static func classes(_ names: String) -> HTMLAttribute { HTMLAttribute("class", names) }

  /// Where a link leads.
  package static func href(_ target: LinkTarget) -> HTMLAttribute {
    HTMLAttribute("href", target.text)
  }

  /// The address of a picture.
  package static func source(_ picture: PictureAddress) -> HTMLAttribute {
    HTMLAttribute("src", picture.text)
  }

  /// The address of a script of the service.
  package static func source(_ script: PageAsset) -> HTMLAttribute {
    HTMLAttribute("src", script.address)
  }

  /// The address of a style sheet or an icon of the service.
  package static func href(_ asset: PageAsset) -> HTMLAttribute {
    HTMLAttribute("href", asset.address)
  }

  /// Where a form is sent, at the service.
  package static func action(_ path: StaticString) -> HTMLAttribute {
    HTMLAttribute("action", path.description)
  }

  /// Where a button sends its form, at the service.
  package static func buttonAction(_ path: StaticString) -> HTMLAttribute {
    HTMLAttribute("formaction", path.description)
  }
}
