// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Events

extension CSSearchableItemAttributeSet {
  /// When the item is due.
  public var dueDate: Date? {
    get { self[date: .dueDate] }
    set { self[date: .dueDate] = newValue }
  }

  /// When the item was finished.
  public var completionDate: Date? {
    get { self[date: .completionDate] }
    set { self[date: .completionDate] = newValue }
  }

  /// When the event starts.
  public var startDate: Date? {
    get { self[date: .startDate] }
    set { self[date: .startDate] = newValue }
  }

  /// When the event ends.
  public var endDate: Date? {
    get { self[date: .endDate] }
    set { self[date: .endDate] = newValue }
  }

  /// Other dates that matter for the item.
  public var importantDates: [Date]? {
    get { self[dates: .importantDates] }
    set { self[dates: .importantDates] = newValue }
  }

  /// Whether the event lasts whole days.
  public var allDay: NSNumber? {
    get { self[boolean: .allDay] }
    set { self[boolean: .allDay] = newValue }
  }
}
