import FresnelModel

@testable import FresnelSegments

/// BM25F as it is written down, of plain texts.
struct NaiveWordRanking {
  struct Place: Hashable {
    let segment: Int
    let document: UInt32
  }

  /// The words of a text that follow each other with one space between two.
  private struct Words {
    let chains: [[String]]

    init(_ text: String) {
      chains = text.split(separator: ", ").map { $0.split(separator: " ").map(String.init) }
    }

    /// How many words stand beside another: the length that positions tell.
    var length: Int { chains.reduce(0) { $0 + ($1.count > 1 ? $1.count : 0) } }

    func has(_ word: Set<String>) -> Bool { chains.contains { !word.isDisjoint(with: $0) } }

    /// How often a word stands beside another; once at least where it is there at all.
    func count(_ word: Set<String>) -> Int {
      let count = chains.reduce(0) { sum, chain in
        sum + (chain.count > 1 ? chain.count { word.contains($0) } : 0)
      }
      return has(word) ? max(1, count) : 0
    }

    /// How often a word is followed by another.
    func neighbours(_ first: Set<String>, _ second: Set<String>) -> Int {
      chains.reduce(0) { sum, chain in
        sum + zip(chain, chain.dropFirst()).count { first.contains($0) && second.contains($1) }
      }
    }
  }

  private struct Texts {
    let title: Words
    let text: Words
  }

  /// The score of each document that counts.
  private(set) var scores: [Place: Double] = [:]
  private var texts: [Place: Texts] = [:]

  /// Whether a document has one of some words.
  func has(_ words: [Set<String>], _ place: Place) -> Bool {
    words.contains { word in
      texts[place].map { $0.title.has(word) || $0.text.has(word) } ?? false
    }
  }

  init(_ question: RankedQuestion, _ words: [Set<String>], _ sample: SearchSample) {
    var texts: [Place: Texts] = [:]
    var shown: [Place] = []
    for document in sample.documents {
      func words(_ id: AttributeID) -> Words {
        guard case .string(let text) = document.item.attributes[id] else { return Words("") }
        return Words(text)
      }
      let place = Place(segment: document.segment, document: document.number)
      texts[place] = Texts(title: words(.title), text: words(.textContent))
      if document.isShown { shown.append(place) }
    }
    func has(_ word: Set<String>, _ place: Place) -> Bool {
      texts[place].map { $0.title.has(word) || $0.text.has(word) } ?? false
    }
    // Segments of which nothing is shown are passed over.
    let shownSegments = Set(
      sample.views.indices.filter { index in
        sample.views[index].live.count > 0
          && sample.views[index].scopeNumbers.contains { sample.visibility.shows($0) }
      })
    let total = shownSegments.reduce(0) { $0 + sample.views[$1].live.count }
    let rarities = zip(words, question.words).map { word, asked in
      // What the question repeats counts for more, by k₃.
      let (count, saturation) = (Double(asked.count), question.weights.questionSaturation)
      return question.weights.rarity(
        documentCount: texts.keys.count { shownSegments.contains($0.segment) && has(word, $0) },
        of: total) * count * (saturation + 1) / (count + saturation)
    }
    let all = shown.filter { place in words.allSatisfy { has($0, place) } }
    let any = shown.filter { place in words.contains { has($0, place) } }
    let candidates = all.count >= question.sufficientCount ? all : any
    /// A length of 0 isn't known, and taken for the mean of all documents.
    func shares(_ length: (Texts) -> Int) -> [Place: Double] {
      let lengths = texts.map { ($0.key, length($0.value)) }
      let known = lengths.filter { shownSegments.contains($0.0.segment) && $0.1 > 0 }
      let mean = Double(known.reduce(0) { $0 + $1.1 }) / Double(max(1, known.count))
      return Dictionary(
        uniqueKeysWithValues: lengths.map { ($0.0, $0.1 == 0 ? 1 : Double($0.1) / mean) })
    }
    let (titleShares, textShares) = (shares { $0.title.length }, shares { $0.text.length })
    for place in candidates {
      guard let texts = texts[place] else { continue }
      var score = 0.0
      for (number, word) in words.enumerated() {
        var frequency = 0.0
        let inTitle = texts.title.count(word)
        if inTitle > 0 {
          frequency += question.weights.frequency(
            inTitle, in: .title, length: titleShares[place] ?? 1)
        }
        let inText = texts.text.count(word)
        if inText > 0 {
          frequency += question.weights.frequency(
            inText, in: .text, length: textShares[place] ?? 1)
        }
        if frequency > 0 { score += rarities[number] * question.weights.saturated(frequency) }
        guard number + 1 < words.count else { continue }
        let neighbours = [texts.title, texts.text].reduce(0) {
          $0 + $1.neighbours(word, words[number + 1])
        }
        if neighbours > 0 {
          score +=
            question.weights.neighbourWeight * min(rarities[number], rarities[number + 1])
            * question.weights.saturated(Double(neighbours))
        }
      }
      scores[place] = score
    }
    self.texts = texts
  }
}
