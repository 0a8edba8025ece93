#if !Macros
  #error("KumikiArchitecture needs Kumiki's trait Macros: name it in traits: with the package")
#endif
