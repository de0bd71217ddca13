import FresnelModel
import FresnelQuery

/// The ``ItemForms`` of the documents of a segment under construction, as keys of ``SegmentKeys``.
///
/// Most names occur once, so they are collected as terms are, and not as a list for each.
struct FormKeys: ~Copyable {
  /// The distinct keys.
  private(set) var keys = TermTable()
  /// The key number of each posting, documents ascending.
  private(set) var postingKeys = GrowableBuffer<UInt32>(capacity: 256)
  /// The groups of each posting.
  private(set) var occurrences = GrowableBuffer<Occurrences>(capacity: 256)
  /// The first posting of each document.
  private(set) var documentStarts = GrowableBuffer<Int>(capacity: 256)

  private var key: [UInt8] = []
  private var scratch = TermScratch()

  /// Adds the next document.
  mutating func addDocument(_ forms: ItemForms) {
    documentStarts.append(postingKeys.count)
    for form in forms.forms {
      key.removeAll(keepingCapacity: true)
      SegmentKeys.appendForm(form.kind, forms.bytes(of: form), to: &key)
      // A whole form, too, is of the first word, which the weight of a title goes by.
      let groups = ElementGroups(form.group)
      add(in: form.isFirst ? groups.first : groups.rest)
    }
  }

  private mutating func add(in group: PostingGroup) {
    // A copy of the reference: the scratch changes while the key is read.
    let key = key
    key.withUnsafeBufferPointer { key in
      // Keys are never empty.
      if let base = key.baseAddress { scratch.assign(base, count: key.count) }
    }
    let slot = keys.slot(of: scratch.term())
    let last = Int(slot.pointee.lastPosting)
    if last >= documentStarts[documentStarts.count - 1] {
      _ = occurrences[last].insert(in: group, .clean)
      return
    }
    slot.pointee.lastPosting = Int32(truncatingIfNeeded: postingKeys.count)
    postingKeys.append(slot.pointee.number - 1)
    occurrences.append(Occurrences(in: group, .clean))
  }
}
