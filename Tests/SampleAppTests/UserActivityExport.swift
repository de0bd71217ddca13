// One line in an app target, and every file of it sees NSUserActivity where it imports Foundation.
@_exported import UserActivity
