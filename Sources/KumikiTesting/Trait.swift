#if !Testing
  #error("KumikiTesting needs Kumiki's trait Testing: leave out traits: where you name the package")
#endif
