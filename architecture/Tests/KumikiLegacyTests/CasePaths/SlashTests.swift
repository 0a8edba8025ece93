import KumikiLegacy
import Testing

private final class Counted: Sendable {}

private struct Wide: Equatable {
  var words = (0..<40).map { "\($0)" }
  var numbers: (Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5)

  static func == (left: Self, right: Self) -> Bool {
    left.words == right.words && left.numbers == right.numbers
  }
}

private enum Nothing: Equatable { case only }

private enum Box<Content> {
  case empty
  case full(Content)
  indirect case twice(Content, Content)
}

private enum Message: Equatable {
  case text(String)
  case row(id: Int, action: Nothing)
  case named(flag: Bool)
  case nothing(Nothing)
  case wide(Wide)
  indirect case inner(Message)
  indirect case far(id: UInt8, Wide)
  case failed(Result<Int, Fault>)
  case quiet
  case silent

  enum Fault: Error, Equatable { case broken(Int) }
}

@Suite struct SlashTests {
  private let messages: [Message] = [
    .text("a"), .row(id: 7, action: .only), .named(flag: true), .nothing(.only), .wide(Wide()),
    .inner(.inner(.text("b"))), .far(id: 3, Wide()), .failed(.failure(.broken(1))), .quiet,
    .silent,
  ]

  /// The payload that a path finds in each message. Checks that embedding it gives the message
  /// again.
  private func found<Value>(_ path: CasePath<Message, Value>) -> [Int] {
    messages.indices.filter { index in
      guard let value = path.extract(from: messages[index]) else { return false }
      return path.embed(value) == messages[index]
    }
  }

  @Test func `Y1: the constructor of a case is its path, whatever the payload`() {
    #expect(found(/Message.text) == [0])
    #expect(found(/Message.row(id:action:)) == [1])
    #expect(found(/Message.named(flag:)) == [2])
    #expect(found(/Message.named) == [2])
    #expect(found(/Message.nothing) == [3])
    #expect(found(/Message.wide) == [4])
    #expect(found(/Message.inner) == [5])
    #expect(found(/Message.far) == [6])
    #expect(found(/Message.failed) == [7])
    #expect((/Message.row(id:action:)).extract(from: messages[1])?.0 == 7)
    #expect((/Message.far).extract(from: messages[6])?.1 == Wide())
  }

  @Test func `Y1: of a generic enum, an optional and a result too`() {
    #expect((/Box<[Int]>.full).extract(from: .full([1, 2])) == [1, 2])
    #expect((/Box<[Int]>.full).extract(from: .empty) == nil)
    #expect((/Box<String>.twice).extract(from: .twice("a", "b"))?.1 == "b")
    #expect((/Box<String>.twice).extract(from: .full("a")) == nil)
    #expect((/Optional<String>.some).extract(from: "a") == "a")
    #expect((/Optional<String>.some).extract(from: nil) == nil)
    #expect((/Result<Int, Message.Fault>.failure).extract(from: .failure(.broken(2))) == .broken(2))
    #expect((/Result<Int, Message.Fault>.success).extract(from: .failure(.broken(2))) == nil)
  }

  @Test func `Y1: a case without a payload has a path too`() {
    #expect(found(/Message.quiet) == [8])
    #expect(found(/Message.silent) == [9])
  }

  @Test("Y1: a path goes on by a case of the payload, is a function, and names a case in a switch")
  func uses() {
    let path = /Message.inner .. /Message.inner .. /Message.text
    #expect(path.extract(from: messages[5]) == "b")
    #expect(path.embed("b") == messages[5])
    let texts = messages.compactMap(/Message.text)
    #expect(texts == ["a"])
    let numbers = messages.indices.filter { index in
      switch messages[index] {
      case /Message.wide, /Message.quiet: true
      default: false
      }
    }
    #expect(numbers == [4, 8])
    #expect(found(.self).count == messages.count && found(/.self).count == messages.count)
  }

  @Test func `Y1: what a path takes out is let go of as often as it was taken`() {
    weak var direct: Counted?
    weak var boxed: Counted?
    do {
      let first = Counted()
      let second = Counted()
      (direct, boxed) = (first, second)
      let full = Box.full(first)
      let twice = Box.twice(first, second)
      let (one, two) = (/Box<Counted>.full, /Box<Counted>.twice)
      for _ in 0..<100 {
        #expect(one.extract(from: full) === first && one.extract(from: twice) == nil)
        #expect(two.extract(from: twice)?.1 === second && two.extract(from: full) == nil)
      }
    }
    #expect(direct == nil && boxed == nil)
  }

  @Test func `Y1: what is no case of the enum is said where the path is made`() async {
    await #expect(processExitsWith: .failure) {
      _ = /{ (_: [Double]) in Message.quiet }
    }
  }
}
