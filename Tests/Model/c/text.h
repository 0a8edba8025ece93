/* A growing string: answers are written as JSON while the case is played. */
#ifndef KUMIKI_MODEL_TEXT_H
#define KUMIKI_MODEL_TEXT_H

#include <kumiki.h>

/* Initially all zero. */
typedef struct text {
  char *bytes;
  size_t length, room;
} text;

void text_add(text *t, const char *bytes, size_t length);
void text_word(text *t, const char *word);

/* A value as JSON; null for NULL. */
void text_json(text *t, const json_t *value);

/* A string as JSON; null for NULL. */
void text_string(text *t, const char *string);

/* Clears the content, and keeps the memory. */
void text_clear(text *t);
void text_free(text *t);

/* Memory that must be available: a player without memory ends. */
void *need(void *memory);

/* The strings of an array, borrowed, terminated by NULL; the list of them is new. */
const char **texts_of(const json_t *array);

/* A new string, to be freed with free. NULL for NULL. */
char *text_copy(const char *string);

#endif
