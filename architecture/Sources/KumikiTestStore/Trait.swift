#if !(Testing || Macros)
  #error("test stores need Kumiki's trait Testing: leave out traits: where you name the package")
#endif
