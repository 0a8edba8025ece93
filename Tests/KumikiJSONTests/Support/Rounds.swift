import Glibc

/// The number of rounds of a random or a long test: `make check` runs a tenth of them.
func rounds(of count: Int) -> Int { getenv("KUMIKI_FEWER_ROUNDS") == nil ? count : count / 10 }
