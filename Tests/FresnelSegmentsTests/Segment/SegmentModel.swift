import FresnelModel
import FresnelQuery

@testable import FresnelSegments

/// What a segment of some items should hold, worked out the slow way.
struct SegmentModel {
  struct Entry {
    var scope: IndexScope
    var item: EncodedItem
  }

  /// The items in the order in which they were put.
  var entries: [Entry] = []

  /// The content of a segment of these items.
  var content: SegmentContent {
    var content = SegmentContent()
    let analysed = entries.map { (entry: $0, analysis: Self.analyse($0.item)) }
    let scopes = Set(entries.map(\.scope)).sorted()
    let sorted = analysed.sorted { left, right in
      if left.analysis.score != right.analysis.score {
        return left.analysis.score > right.analysis.score
      }
      let a = Array(left.entry.item.uniqueIdentifier.utf8)
      let b = Array(right.entry.item.uniqueIdentifier.utf8)
      if a != b { return a.lexicographicallyPrecedes(b) }
      return left.entry.scope < right.entry.scope
    }
    content.scopes = scopes.map { scope in
      let items = entries.filter { $0.scope == scope }.map(\.item)
      return SegmentScope(
        scope: scope, documentCount: UInt32(items.count),
        itemByteCount: UInt64(items.reduce(0) { $0 + $1.byteCount }))
    }
    for (place, (entry, analysis)) in sorted.enumerated() {
      let document = UInt32(place)
      content.documents.append(
        SegmentContent.Document(
          scope: entry.scope, identifier: entry.item.uniqueIdentifier,
          staticScore: analysis.score,
          expiration: entry.item.expiration?.secondsSinceReferenceDate ?? .infinity,
          item: Array(entry.item.bytes)))
      for (term, occurrences) in analysis.terms {
        Self.add(term, occurrences, document, to: &content)
      }
      for (key, group) in analysis.doubts { Self.addKey(key, document, in: group, to: &content) }
      let scope = UInt32(scopes.firstIndex(of: entry.scope) ?? 0)
      Self.addKey(SegmentKeys.scope(scope), document, to: &content)
      for (key, group) in Self.formKeys(of: entry.item) {
        Self.addKey(key, document, in: group, to: &content)
      }
      Self.addKey(SegmentKeys.formMarker, document, to: &content)
      if let domain = entry.item.domainIdentifier {
        Self.addKey(SegmentKeys.domain(domain.utf8, scope: scope), document, to: &content)
      }
    }
    content.termCount = UInt64(content.terms.count)
    content.postingCount = content.terms.values.reduce(0) { sum, lists in
      sum + lists.values.reduce(0) { $0 + UInt64($1.count) }
    }
    content.prefixes = Self.prefixes(of: content)
    return content
  }

  private static func add(
    _ term: [UInt8], _ occurrences: Occurrences, _ document: UInt32,
    to content: inout SegmentContent
  ) {
    for group in PostingGroup.allCases where occurrences.contains(group) {
      let posting = SegmentContent.Posting(
        document: document,
        certainty: term.isEmpty ? SegmentKeys.certainty : occurrences.certainty(in: group))
      if term.isEmpty {
        for key in [SegmentKeys.irregular, SegmentKeys.listedIrregular] {
          content.keys[key, default: [:]][group.rawValue, default: []].append(posting)
        }
      } else {
        content.terms[term, default: [:]][group.rawValue, default: []].append(posting)
      }
    }
  }

  private static func addKey(
    _ key: [UInt8], _ document: UInt32, in group: PostingGroup = SegmentKeys.listGroup,
    to content: inout SegmentContent
  ) {
    content.keys[key, default: [:]][group.rawValue, default: []]
      .append(SegmentContent.Posting(document: document, certainty: SegmentKeys.certainty))
  }

  private struct FormKey: Hashable {
    var key: [UInt8]
    var group: PostingGroup
  }

  /// The keys of the forms of an item, each once in a group.
  private static func formKeys(of item: EncodedItem) -> [(key: [UInt8], group: PostingGroup)] {
    let forms = ItemForms(of: item)
    let keys = forms.forms.map { form in
      let bytes = Array(forms.bytes(of: form))
      let groups = ElementGroups(form.group)
      let group = form.isFirst ? groups.first : groups.rest
      switch form.kind {
      case .code: return FormKey(key: Array("c".utf8) + bytes, group: group)
      case .initials: return FormKey(key: Array("i".utf8) + bytes, group: group)
      case .reading: return FormKey(key: Array("r".utf8) + bytes.prefix(33), group: group)
      case .name:
        var length = min(24, bytes.count)
        while String(validating: bytes.prefix(length), as: UTF8.self) == nil { length -= 1 }
        let end: [UInt8] = length == bytes.count ? [0] : []
        return FormKey(key: Array("n".utf8) + bytes.prefix(length) + end, group: group)
      }
    }
    return Set(keys).map { ($0.key, $0.group) }
  }

  /// The lists of the prefixes that have any: every group of every prefix is looked at.
  private static func prefixes(of content: SegmentContent) -> [[UInt8]: SegmentContent.Lists] {
    var gathered: [[UInt8]: [UInt8: [[SegmentContent.Posting]]]] = [:]
    var termCounts: [[UInt8]: Int] = [:]
    for (term, lists) in content.terms {
      for length in 1...8 where length <= term.count {
        // Whole characters only.
        if length < term.count, term[length] & 0xC0 == 0x80 { continue }
        termCounts[Array(term.prefix(length)), default: 0] += 1
        for (group, list) in lists {
          gathered[Array(term.prefix(length)), default: [:]][group, default: []].append(list)
        }
      }
    }
    let count = content.documents.count
    let threshold = max(1024, count / 128)
    let textThreshold = max(threshold, min(count / 32, 2048))
    var result: [[UInt8]: SegmentContent.Lists] = [:]
    for (prefix, groups) in gathered {
      let isLong = groups.contains { group, lists in
        let isText = group == PostingGroup.text.rawValue
        return lists.count >= 2
          && lists.reduce(0) { $0 + $1.count } > (isText ? textThreshold : threshold)
      }
      let mostTerms = prefix.count <= 5 ? 24 : 128
      guard isLong || termCounts[prefix, default: 0] > mostTerms else { continue }
      result[prefix] = groups.mapValues { lists in
        if lists.count == 1 { return lists[0] }
        var certainties: [UInt32: UInt8] = [:]
        for posting in lists.joined() {
          certainties[posting.document] = max(
            certainties[posting.document] ?? 0, posting.certainty)
        }
        return certainties.sorted { $0.key < $1.key }.map {
          SegmentContent.Posting(document: $0.key, certainty: $0.value >= 2 ? 3 : 0)
        }
      }
    }
    return result
  }

  /// The terms and the score of an item, taken with nothing else around it.
  private static func analyse(
    _ item: EncodedItem
  ) -> (
    terms: [[UInt8]: Occurrences], doubts: [(key: [UInt8], group: PostingGroup)], score: UInt32
  ) {
    var collector = PostingCollector()
    var forms = ItemForms()
    collector.beginDocument()
    let score = ItemAnalyzer.add(item, to: &collector, forms: &forms)
    var terms: [[UInt8]: Occurrences] = [:]
    for posting in 0..<collector.postingTerms.count {
      let entry = collector.terms.entries[Int(collector.postingTerms[posting])]
      let bytes = UnsafeRawBufferPointer(
        start: collector.terms.arena.base + Int(entry.offset), count: Int(entry.length))
      terms[Array(bytes)] = collector.occurrences[posting]
    }
    let doubts = collector.doubts.lists(documentOrder: [0]).map { ($0.key, $0.group) }
    return (terms, doubts, score)
  }
}
