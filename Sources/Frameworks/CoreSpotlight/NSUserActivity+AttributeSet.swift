public import UserActivity

extension NSUserActivity {
  /// The metadata by which search finds and shows the activity.
  ///
  /// Setting it copies the set, so later changes of that set do not reach the activity.
  public var contentAttributeSet: CSSearchableItemAttributeSet? {
    get { attachedAttributeSet as? CSSearchableItemAttributeSet }
    set { attachedAttributeSet = newValue?.copy() as? CSSearchableItemAttributeSet }
  }
}
