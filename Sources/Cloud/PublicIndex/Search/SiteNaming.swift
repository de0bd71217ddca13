internal import FresnelText
internal import WebAddresses

/// Which part of a question names a site.
struct SiteNaming {
  /// The most words of a name.
  private static let longestName = 6
  /// The most bytes of a question that are looked at.
  private static let largestQuestion = AskedWord.largestQuestion

  private let folder: TextFolder
  private let locale: TextLocale
  private let text: [UInt8]
  private let ranges: [Range<Int>]
  private let words: [[UInt8]]

  init(_ question: Question) {
    locale = TextLocale(identifier: question.language)
    folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
    let start = question.text.utf8.prefix(Self.largestQuestion)
    let asked = String(decoding: Array(start), as: UTF8.self)
    text = Array(asked.utf8)
    ranges = Array(
      WordSegmenter.words(in: asked, locale: locale).prefix(AskedWord.largestCount))
    words = ranges.map { [folder, text] in
      folder.foldedBytes(String(decoding: text[$0], as: UTF8.self))
    }
  }

  /// The share of the words that name the site of a page; 0 where none do.
  func share(naming page: ResultPage) -> Double {
    guard let named = words(naming: page) else { return 0 }
    return Double(named.count) / Double(words.count)
  }

  /// What is asked besides the name of the site of a page; the whole question where nothing is left, or nothing
  /// names it.
  func rest(besidesSiteOf page: ResultPage) -> String {
    let whole = String(decoding: text, as: UTF8.self)
    guard let named = words(naming: page), named.count < words.count else { return whole }
    let before = text[..<ranges[named.lowerBound].lowerBound]
    let after = text[ranges[named.upperBound - 1].upperBound...]
    return String(decoding: before + after, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The name that a page gives its site, where that is the first label of the site's domain, whatever its case, marks
  /// and spaces; `nil` for any other one, which could be that of somebody else.
  func nameBorneOutByDomain(of page: ResultPage) -> String? {
    guard let site = page.card.site, let url = WebURL(page.url), let host = url.host else {
      return nil
    }
    let words = WordSegmenter.words(in: site, locale: locale).map { Array(Array(site.utf8)[$0]) }
    let name = folder.foldedBytes(String(decoding: words.joined(), as: UTF8.self))
    return name == Self.label(of: url.registrableDomain ?? host) ? site : nil
  }

  /// The first label of a domain, without hyphens.
  private static func label(of domain: String) -> [UInt8] {
    domain.utf8.prefix { $0 != UInt8(ascii: ".") }.filter { $0 != UInt8(ascii: "-") }
  }

  /// The longest run of words that, written together, is the site's host or its domain with or without what is behind
  /// the first dot. What the site calls itself does not count: anybody can claim any name.
  private func words(naming page: ResultPage) -> Range<Int>? {
    let names = names(ofSiteOf: page)
    guard !names.isEmpty else { return nil }
    for count in stride(from: min(Self.longestName, words.count), to: 0, by: -1) {
      for start in 0...(words.count - count)
      where names.contains(Array(words[start..<start + count].joined())) {
        return start..<start + count
      }
    }
    return nil
  }

  private func names(ofSiteOf page: ResultPage) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    if let url = WebURL(page.url), let host = url.host {
      names.insert(Array(host.utf8))
      let domain = url.registrableDomain ?? host
      names.insert(Array(domain.utf8))
      names.insert(Array(domain.utf8.prefix { $0 != UInt8(ascii: ".") }))
      names.insert(Self.label(of: domain))
    }
    names.remove([])
    return names
  }
}
