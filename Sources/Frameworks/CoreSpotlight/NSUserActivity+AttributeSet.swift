package import FresnelModel
public import UserActivity

extension NSUserActivity {
  /// The metadata by which search finds and shows the activity.
  ///
  /// Setting it copies the set, so later changes of that set do not reach the activity.
  public var contentAttributeSet: CSSearchableItemAttributeSet? {
    get { attachedAttributes as? CSSearchableItemAttributeSet }
    set { attachedAttributes = newValue?.copy() as? CSSearchableItemAttributeSet }
  }
}

extension CSSearchableItemAttributeSet: AttachedAttributes {
  /// The attributes as they are now.
  package var activityAttributes: Attributes { storage.value.attributes }
}
