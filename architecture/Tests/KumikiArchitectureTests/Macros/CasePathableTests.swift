public import KumikiArchitecture
import KumikiTesting
import Testing

@CasePathable @dynamicMemberLookup
private enum Shape: Equatable {
  case empty
  case circle(radius: Double)
  case box(width: Double, _ height: Double)
  indirect case twice(Self)
  case `default`(Int)
  #if os(Linux)
    case penguin(String)
  #else
    case apple
  #endif
}

@CasePathable
enum Either<Left, Right> {
  case left(Left)
  case right(Right)
}

extension Either: Equatable where Left: Equatable, Right: Equatable {}

@CasePathable
public enum Published: Sendable {
  case impossible(Never)
  case nested(Nested)

  @CasePathable
  public enum Nested: Sendable {
    case number(Int)
  }
}

@Suite struct CasePathableTests {
  @Test("Q1: each case of a marked enum has a path, with its payload as a tuple") func paths() {
    #expect(CasePath<Shape, Void>(\.empty).embed(()) == .empty)
    #expect(CasePath<Shape, Double>(\.circle).embed(2) == .circle(radius: 2))
    let box = CasePath<Shape, (width: Double, Double)>(\.box)
    #expect(box.embed((1, 2)) == .box(width: 1, 2))
    #expect(box.extract(from: .box(width: 3, 4))?.width == 3)
    #expect(box.extract(from: .empty) == nil)
    #expect(CasePath<Shape, Shape>(\.twice).extract(from: .twice(.empty)) == .empty)
    #expect(CasePath<Shape, Int>(\.default).embed(1) == .default(1))
  }

  @Test("Q1: a case in an #if has its path in the same #if") func conditional() {
    #if os(Linux)
      #expect(CasePath<Shape, String>(\.penguin).embed("tux") == .penguin("tux"))
    #endif
  }

  @Test("Q1: a generic enum has paths of its own types") func generic() {
    #expect(CasePath<Either<Int, String>, Int>(\.left).embed(1) == .left(1))
    #expect(CasePath<Either<Int, String>, String>(\.right).extract(from: .left(1)) == nil)
  }

  @Test("Q1: paths of marked enums chain") func chained() {
    let path = CasePath<Published, Int>(\.nested.number)
    #expect(path.extract(from: path.embed(3)) == 3)
  }

  @Test("Q2: a case is a property of an enum that is looked up by member") func members() {
    let shape = Shape.circle(radius: 2)
    #expect(shape.circle == 2)
    #expect(shape.penguin == nil)
    #expect(Shape.empty.empty != nil)
  }
}
