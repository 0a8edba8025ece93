import Glibc

/// So many rounds of what is tried by chance or to wear something out, and a tenth of them in `make check`.
func rounds(of count: Int) -> Int { getenv("KUMIKI_FEWER_ROUNDS") == nil ? count : count / 10 }
