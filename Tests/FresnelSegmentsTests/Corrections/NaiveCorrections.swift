import FresnelSegments
import FresnelTestSupport

/// Finds what was meant by a word in the simplest form: by the distances to all words of all documents
/// that are shown.
struct NaiveCorrections {
  struct Answer: Hashable {
    let text: String
    let edits: Int
    let documentCount: Int
  }

  private struct Document {
    let words: Set<String>
    let names: Set<String>
  }

  private let documents: [Document]
  private let words: DictionarySample

  /// Takes the words of a sample's documents.
  init(_ sample: SearchSample) {
    let names: [PostingGroup] = [.titleStart, .titleRest, .secondary]
    documents = sample.documents.filter(\.isShown).map { document in
      func words(in groups: [PostingGroup]) -> Set<String> {
        Set(
          document.terms.terms.filter { term in
            groups.contains { term.occurrences.contains($0) }
          }.map { String(decoding: $0.bytes, as: UTF8.self) })
      }
      return Document(
        words: words(in: names + [.metadata, .text]), names: words(in: names))
    }
    words = DictionarySample(terms: documents.flatMap(\.words))
  }

  /// What may have been meant by a word of lower-case letters.
  func answers(_ word: String, isPrefix: Bool) -> Set<Answer> {
    let count = word.unicodeScalars.count
    guard count >= (isPrefix ? 5 : 4), word.allSatisfy(\.isLetter) else { return [] }
    for edits in 1...(count >= 8 ? 2 : 1) {
      let question = NearQuestion(
        term: Array(word.utf8), distance: edits, exactPrefix: edits - 1, asPrefix: isPrefix)
      let near = question.answers(words).filter { $0.distance == edits }
      let answers = near.compactMap { answer(to: $0, asPrefix: isPrefix) }
      if !answers.isEmpty { return Set(answers) }
    }
    return []
  }

  private func answer(to near: NearQuestion.Answer, asPrefix: Bool) -> Answer? {
    let text = String(decoding: near.term, as: UTF8.self)
    guard text.allSatisfy(\.isLetter) else { return nil }
    let isMeant = { (word: String) in asPrefix ? word.hasPrefix(text) : word == text }
    let count = documents.count { $0.words.contains(where: isMeant) }
    guard count >= 3 || documents.contains(where: { $0.names.contains(where: isMeant) }) else {
      return nil
    }
    return Answer(text: text, edits: near.distance, documentCount: min(count, 256))
  }
}
