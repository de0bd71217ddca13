import FresnelModel
package import FresnelText

/// A test for one of the ``ItemForms`` of an item: the readings of a user query ask for names, initials, codes and
/// spellings.
///
/// The index answers it by its keys, and where a key holds only the beginning of a name or spelling, by the item.
public struct FormTest: Hashable, Sendable {
  /// What a form may have behind the bytes that are asked for.
  package enum Ending: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Nothing, or this byte and more.
    case separator(UInt8)
    /// Anything.
    case anything
  }

  /// What an item is worth that has the form.
  package enum Rank: Hashable, Sendable {
    /// Nothing: it does not touch the order of results.
    case none
    /// What a word is worth in the place of the form.
    case byPlace
    /// So many points.
    case points(Int)
  }

  /// The form as a language folds it that keeps letters apart which the index takes for one.
  package struct InLanguage: Hashable, Sendable {
    /// The language.
    package let locale: TextLocale
    /// What the form begins with.
    package let bytes: [UInt8]

    /// Takes a form.
    package init(_ bytes: [UInt8], _ locale: TextLocale) {
      (self.bytes, self.locale) = (bytes, locale)
    }
  }

  /// What the form is.
  package let kind: ItemForms.Kind
  /// What it begins with, folded.
  package let bytes: [UInt8]
  /// The same in the language of the search; `nil` where that is no other.
  package let inLanguage: InLanguage?
  /// What may follow.
  package let ending: Ending
  /// What the form is worth.
  package let rank: Rank

  /// Asks for a form.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - bytes: What it begins with, folded.
  ///   - inLanguage: The same in the language of the search; `nil` where that is no other.
  ///   - ending: What may follow; nothing in a name, which is asked for as a whole.
  ///   - rank: What the form is worth.
  package init(
    _ kind: ItemForms.Kind, _ bytes: [UInt8], inLanguage: InLanguage? = nil,
    ending: Ending = .nothing, rank: Rank = .byPlace
  ) {
    self.kind = kind
    self.bytes = bytes
    self.inLanguage = inLanguage
    self.ending = ending
    self.rank = rank
  }

  /// How many bytes of a name the index has.
  package static let mostNameBytes = 24

  /// How many bytes of a spelling the index has.
  package static let mostReadingBytes = 33

  /// Whether what the index has of an item proves that it has the form: of a longer name or spelling it has only the
  /// beginning, and languages may tell letters apart that it does not.
  package var isProven: Bool {
    guard inLanguage == nil else { return false }
    return switch kind {
    case .name: bytes.count <= Self.mostNameBytes
    // Where a spelling that has these bytes ends, the index does not say.
    case .reading: bytes.count < Self.mostReadingBytes + (ending == .anything ? 1 : 0)
    case .code, .initials: true
    }
  }

  /// The same test, of which the form is worth something else.
  package func ranked(_ rank: Rank) -> FormTest {
    FormTest(
      kind, bytes, inLanguage: inLanguage, ending: ending, rank: rank)
  }

  /// Whether an item has the form.
  ///
  /// - Parameters:
  ///   - source: The item.
  ///   - goesOn: Is told before forms are taken of a text how many bytes it has; when it returns false, the test ends,
  ///     and its result means nothing.
  /// - Returns: Whether it has.
  func matches(
    _ source: some AttributeSource, goesOn: (_ byteCount: Int) -> Bool = { _ in true }
  ) -> Bool {
    let item: EncodedItem?
    switch source {
    case let encoded as EncodedItem: item = encoded
    case let decoded as Item: item = try? EncodedItem(validating: ItemCodec.encode(decoded))
    default: item = nil
    }
    guard let item else { return false }
    guard isAmong(ItemForms(kind, of: item, goesOn: goesOn), bytes) else { return false }
    guard let inLanguage else { return true }
    let forms = ItemForms(kind, of: item, locale: inLanguage.locale, goesOn: goesOn)
    return isAmong(forms, inLanguage.bytes)
  }

  /// Whether a form of the kind passes.
  func accepts(_ form: ArraySlice<UInt8>) -> Bool { accepts(form, bytes) }

  /// Whether one of some forms passes.
  private func isAmong(_ forms: ItemForms, _ bytes: [UInt8]) -> Bool {
    forms.forms.contains { form in
      form.kind == kind && accepts(forms.bytes(of: form), bytes)
    }
  }

  private func accepts(_ form: ArraySlice<UInt8>, _ bytes: [UInt8]) -> Bool {
    guard form.starts(with: bytes) else { return false }
    if form.count == bytes.count { return true }
    return switch ending {
    case .nothing: false
    case .separator(let separator): form[form.startIndex + bytes.count] == separator
    case .anything: true
    }
  }
}
