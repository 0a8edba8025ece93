public import Foundation
public import Kumiki

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// The environment of a program. A test must set each of these values that is used, except the notification
// center.

extension DependencyValues {
  /// The user's calendar.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's language and region.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The languages and regions that the user prefers, in order of preference.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The user's time zone.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }

  /// The center through which the program's parts notify each other. A test has its own center.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self].value }
    set { self[NotificationCenterKey.self] = UncheckedSendable(newValue) }
  }

  /// The session for network requests.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }

  /// Opens a URL in the user's preferred program.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  /// Opens the settings of the running desktop.
  ///
  /// Not called `openSettings`, a name that programs often use for their own settings.
  @_disfavoredOverload
  public var openDesktopSettings: @Sendable () async -> Void {
    get { self[OpenDesktopSettingsKey.self] }
    set { self[OpenDesktopSettingsKey.self] = newValue }
  }
}

/// Opens a URL in the user's preferred program, on Linux with `xdg-open`.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  public init(handler: @escaping @Sendable (URL) async -> Bool) { self.handler = handler }

  /// - Returns: whether a program accepted the URL.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await handler(url) }

  fileprivate static func system(_ url: URL) async -> Bool {
    // The URL is a single argument and cannot be an option, because it begins with its scheme.
    guard url.scheme != nil else { return false }
    return await succeeds(["xdg-open", url.absoluteString])
  }
}

/// Runs a program of the system and waits until it has ended.
///
/// - Returns: whether it exists and succeeded.
private func succeeds(_ command: [String]) async -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  let (ended, end) = AsyncStream.makeStream(of: Bool.self)
  process.terminationHandler = {
    end.yield($0.terminationStatus == 0)
    end.finish()
  }
  guard (try? process.run()) != nil else { return false }
  for await isWell in ended { return isWell }
  return false
}

private enum CalendarKey: DependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
}

private enum LocaleKey: DependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
}

private enum PreferredLocalesKey: DependencyKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
}

private enum NotificationCenterKey: DependencyKey {
  // Unchecked: the center has locks of its own.
  static var liveValue: UncheckedSendable<NotificationCenter> { UncheckedSendable(.default) }
  static var testValue: UncheckedSendable<NotificationCenter> {
    UncheckedSendable(NotificationCenter())
  }
}

private enum TimeZoneKey: DependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
}

private enum OpenURLKey: DependencyKey {
  static var liveValue: OpenURLEffect { OpenURLEffect { await OpenURLEffect.system($0) } }

  static var testValue: OpenURLEffect {
    OpenURLEffect { _ in
      DependencyValues.reportUnimplemented("openURL")
      return false
    }
  }
}

private enum OpenDesktopSettingsKey: DependencyKey {
  static let liveValue: @Sendable () async -> Void = {
    // The desktops have different names for them.
    for program in ["gnome-control-center", "systemsettings", "xfce4-settings-manager"] {
      if await succeeds([program]) { return }
    }
  }

  static let testValue: @Sendable () async -> Void = {
    DependencyValues.reportUnimplemented("openDesktopSettings")
  }
}
