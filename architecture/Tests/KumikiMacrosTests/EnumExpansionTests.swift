#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  /// The expansion of `@Reducer` on an enum of features.
  @Suite struct EnumExpansionTests {
    @Test("Q3: an enum gets states, actions, a body and stores") func destination() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer(state: .equatable)
        public enum Destination {
          case edit(Editor)
          case guest(Editor = Editor(isGuest: true))
          case alert(AlertState<Alert>)
          @ReducerCaseIgnored case picture(name: String, Int)
          #if DEBUG
            case debug
          #endif
        }
        """,
        is: #"""
          public enum Destination {
            case edit(Editor)
            case guest(Editor = Editor(isGuest: true))
            case alert(AlertState<Alert>)
            @ReducerCaseIgnored case picture(name: String, Int)
            #if DEBUG
              case debug
            #endif

            @dynamicMemberLookup
            public enum State: Kumiki.CaseReducerState, Kumiki.CasePathable, Kumiki.CasePathIterable, Kumiki.ObservableState, Equatable {
              public typealias StateReducer = Destination
              public static var _stateReducer: StateReducer.Type {
                StateReducer.self
              }
              case edit(Editor.State)
              case guest(Editor.State)
              case alert(AlertState<Alert>)
              case picture(name: String, Int)
              #if DEBUG
              case debug
              #endif
              public struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                public var edit: Kumiki.CasePath<State, Editor.State> {
                  .init(
                    "edit", embed: State.edit,
                    extract: {
                      if case .edit(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var guest: Kumiki.CasePath<State, Editor.State> {
                  .init(
                    "guest", embed: State.guest,
                    extract: {
                      if case .guest(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var alert: Kumiki.CasePath<State, AlertState<Alert>> {
                  .init(
                    "alert", embed: State.alert,
                    extract: {
                      if case .alert(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var picture: Kumiki.CasePath<State, (name: String, Int)> {
                  .init(
                    "picture", embed: {
                      State.picture(name: $0.0, $0.1)
                    },
                    extract: {
                      if case .picture(let v0, let v1) = $0 {
                        (v0, v1)
                      } else {
                        nil
                      }
                    })
                }
                #if DEBUG
                public var debug: Kumiki.CasePath<State, Void> {
                  .init(
                    "debug", embed: {
                      State.debug
                    },
                    extract: {
                      if case .debug = $0 {
                        ()
                      } else {
                        nil
                      }
                    })
                }
                #endif
                public typealias Root = State
                public typealias Element = Kumiki.PartialCaseKeyPath<State>
                public typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]>
                public subscript(root: State) -> Kumiki.PartialCaseKeyPath<State> {
                  if self.edit.extract(from: root) != nil {
                    return \.edit
                  }
                  if self.guest.extract(from: root) != nil {
                    return \.guest
                  }
                  if self.alert.extract(from: root) != nil {
                    return \.alert
                  }
                  if self.picture.extract(from: root) != nil {
                    return \.picture
                  }
                  #if DEBUG
                  if self.debug.extract(from: root) != nil {
                    return \.debug
                  }
                  #endif
                  return \.self
                }
                public func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]> {
                  var paths: [Kumiki.PartialCaseKeyPath<State>] = []
                  paths.append(\.edit)
                  paths.append(\.guest)
                  paths.append(\.alert)
                  paths.append(\.picture)
                  #if DEBUG
                  paths.append(\.debug)
                  #endif
                  return paths.makeIterator()
                }
              }
              public static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            public enum Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
              case edit(Editor.Action)
              case guest(Editor.Action)
              case alert(Alert)
              case picture(Swift.Never)
              #if DEBUG
              case debug(Swift.Never)
              #endif
              public struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                public var edit: Kumiki.CasePath<Action, Editor.Action> {
                  .init(
                    "edit", embed: Action.edit,
                    extract: {
                      if case .edit(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var guest: Kumiki.CasePath<Action, Editor.Action> {
                  .init(
                    "guest", embed: Action.guest,
                    extract: {
                      if case .guest(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var alert: Kumiki.CasePath<Action, Alert> {
                  .init(
                    "alert", embed: Action.alert,
                    extract: {
                      if case .alert(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                public var picture: Kumiki.CasePath<Action, Swift.Never> {
                  .init("picture", embed: Kumiki._impossible, extract: { _ in
                      nil
                    })
                }
                #if DEBUG
                public var debug: Kumiki.CasePath<Action, Swift.Never> {
                  .init("debug", embed: Kumiki._impossible, extract: { _ in
                      nil
                    })
                }
                #endif
                public typealias Root = Action
                public typealias Element = Kumiki.PartialCaseKeyPath<Action>
                public typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
                public subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                  if self.edit.extract(from: root) != nil {
                    return \.edit
                  }
                  if self.guest.extract(from: root) != nil {
                    return \.guest
                  }
                  if self.alert.extract(from: root) != nil {
                    return \.alert
                  }
                  #if DEBUG
                  #endif
                  return \.self
                }
                public func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                  var paths: [Kumiki.PartialCaseKeyPath<Action>] = []
                  paths.append(\.edit)
                  paths.append(\.guest)
                  paths.append(\.alert)
                  paths.append(\.picture)
                  #if DEBUG
                  paths.append(\.debug)
                  #endif
                  return paths.makeIterator()
                }
              }
              public static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            public typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            public static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(
                Kumiki.CombineReducers {
                  Kumiki.Scope(state: \.edit, action: \.edit) {
                    Kumiki._feature(Editor())
                  }
                  Kumiki.Scope(state: \.guest, action: \.guest) {
                    Editor(isGuest: true)
                  }
                })
            }

            public enum CaseScope {
              case edit(Kumiki.StoreOf<Editor>)
              case guest(Kumiki.StoreOf<Editor>)
              case alert(AlertState<Alert>)
              case picture(name: String, Int)
              #if DEBUG
              case debug
              #endif
            }

            @preconcurrency @MainActor
            public static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {
              case .edit(let v0):
                return .edit(store._scope(to: v0, state: \.edit, action: \.edit))
              case .guest(let v0):
                return .guest(store._scope(to: v0, state: \.guest, action: \.guest))
              case .alert(let v0):
                return .alert(v0)
              case .picture(let v0, let v1):
                return .picture(name: v0, v1)
              #if DEBUG
              case .debug:
                return .debug
              #endif
              }
            }

            public init?() {
              return nil
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """#)
    }

    @Test("Q12: an enum without cases has nothing to run") func none() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        enum Destination {
        }
        """,
        is: """
          enum Destination {

            @dynamicMemberLookup
            enum State: Kumiki.CaseReducerState, Kumiki.CasePathable, Kumiki.CasePathIterable, Kumiki.ObservableState {
              typealias StateReducer = Destination
              static var _stateReducer: StateReducer.Type {
                StateReducer.self
              }
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                typealias Root = State
                typealias Element = Kumiki.PartialCaseKeyPath<State>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]>
                subscript(root: State) -> Kumiki.PartialCaseKeyPath<State> {

                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]> {
                  [].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }

            }

            enum Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                typealias Root = Action
                typealias Element = Kumiki.PartialCaseKeyPath<Action>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
                subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {

                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                  [].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }

            }

            typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(Kumiki.EmptyReducer<Self.State, Self.Action>())
            }

            enum CaseScope {

            }

            @preconcurrency @MainActor
            static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {

              }
            }

            init?() {
              return nil
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """)
    }
  }
#endif
