// Uses of kinds.swift that the compiler must refuse: each line that ends with "refused" is an
// error, and no other line is. ../CxxTests/refused.py compares.

func members(_ row: Row, _ state: State) {
  _ = (row.name, state.phase)
  _ = row.nmae  // refused
  _ = state.cuont  // refused
  _ = Row(id: 1)  // refused
}

func actions() -> [Action] {
  [
    .increment,
    .setCount("three"),  // refused
    .child(.reste),  // refused
    .setLevel(.hihg),  // refused
  ]
}

func told(_ phase: Phase) -> String {
  switch phase {  // refused
  case .idle: ""
  case .failed(let why): why
  case .loading(let done, _): "\(done)"
  }
}
