/* Prints where a program was stopped. */
#ifndef KUMIKI_STACK_NAMES_H
#define KUMIKI_STACK_NAMES_H

/* Prints each frame on a line of stderr: the file, the function with an offset, and the address. The function is
 * named if the dynamic linker knows it, or if the file has a symbol table (is not stripped). Otherwise the offset is
 * the offset in the file, for addr2line. */
void kumiki_print_frames(void *const *frames, int count);

#endif
