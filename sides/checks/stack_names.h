/* Prints where a program was stopped. */
#ifndef KUMIKI_STACK_NAMES_H
#define KUMIKI_STACK_NAMES_H

/* Prints each frame on a line of stderr: its file, its function and the offset in it, and its address. The function is
 * named where the dynamic linker knows it, or where the file has a table of symbols (is not stripped). Elsewhere the
 * offset is that in the file, for addr2line. */
void kumiki_print_frames(void *const *frames, int count);

#endif
