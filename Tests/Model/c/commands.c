#include "script.h"

#include "calls.h"
#include "deriving.h"
#include "listing.h"
#include "observers.h"
#include "play.h"
#include "requests.h"
#include "sharing.h"

#include <string.h>

typedef void (*command_fn)(const arguments *a);

/* The arguments of a command, one letter each, in order:
 *
 *     r  store 0, which is omitted     s  a store         t  a text          v  a value
 *     ?  a value or null, or missing       n  a time          b  a boolean
 *     h  a shared value, by its name   H  the same, and its name as a text      c  commands, or missing
 *     w  a store that is a view      T  a task    K  a sender    O  an observer    I  a saved id
 *     M  a moment                    D  a derived value               L  a list
 *     z  a number that is not negative                              *  lists, or nothing
 *     R  a request                   W  a store, or "loop"
 */
static const struct command {
  const char *name, *takes;
  command_fn perform;
} commands[] = {
    {"send", "sv", call_send},
    {"post", "rv", call_post},
    {"send_task", "rv", call_send_task},
    {"cancel_task", "T", call_cancel_task},
    {"finish_task", "T", call_finish_task},
    {"present", "st?", call_present},
    {"dismiss", "st", call_dismiss},
    {"presented", "stv", call_presented},
    {"save_id", "st", call_save_id},
    {"dismiss_id", "stI", call_dismiss_id},
    {"write_binding", "sttv", call_write_binding},
    {"write_path", "sttv", call_write_path},
    {"get", "st", call_get},
    {"valid", "s", call_valid},
    {"scope", "stt", call_scope},
    {"scope_element", "sttv", call_scope_element},
    {"free_view", "w", call_free_view},
    {"observe", "stt?", call_observe},
    {"unobserve", "O", call_unobserve},
    {"snapshot", "r", call_take_snapshot},
    {"idle", "", call_idle},
    {"dispatch", "", call_dispatch},
    {"advance", "n", call_advance},
    {"suspend", "n", call_suspend},
    {"set_date", "n", call_set_date},
    {"sender_send", "Kv", call_sender_send},
    {"sender_finish", "K", call_sender_finish},
    {"sender_fail", "Kv", call_sender_fail},
    {"sender_dismiss", "K", call_sender_dismiss},
    {"sender_cancelled", "K", call_sender_cancelled},
    {"report_reentrant", "b", call_report_reentrant},
    {"limit_effects", "n", call_limit_effects},
    {"replace_reducer", "rv", call_replace_reducer},
    {"free_store", "r", call_free_store},
    {"moment", "r", call_moment},
    {"restore", "rMb", call_restore},
    {"reopen", "rM", call_reopen},
    {"derive", "svcb*", call_derive},
    {"derived_get", "D", call_derived_get},
    {"observe_derived", "Dc", call_observe_derived},
    {"derived_free", "D", call_derived_free},
    {"list_rows", "stv", call_list_rows},
    {"list_get", "L", call_list_get},
    {"list_show", "Lzz", call_list_show},
    {"observe_list", "Lc", call_observe_list},
    {"list_free", "L", call_list_free},
    {"serve", "Wt?", call_serve},
    {"unserve", "Wt", call_unserve},
    {"request_answer", "Rv", call_request_answer},
    {"request_fail", "Rv", call_request_fail},
    {"request_part", "Rcv", call_request_part},
    {"request_over", "R", call_request_over},
    {"find_request", "rt", call_find_request},
    {"hold_requests", "r", call_hold_requests},
    {"requests_kept", "rz", call_requests_kept},
    {"awaited", "r", call_awaited},
    {"shared_get", "ht", call_shared_get},
    {"shared_set", "htv", call_shared_set},
    {"shared_update", "H?c", call_shared_update},
    {"shared_observe", "htc", call_shared_observe},
};

static kmk_store *store_at(const json_t *number) {
  if (!json_is_integer(number)) {
    return NULL;
  }
  size_t index = (size_t)json_integer_value(number);
  return index == 0 ? now.store : list_at(&now.views, index - 1);
}

/* An observer that was refused or has ended does not exist. */
static bool is_there(char letter, size_t number) {
  const observer *who;
  const derived *value;
  const listed *rows;
  switch (letter) {
  case 'T':
    return list_at(&now.tasks, number) != NULL;
  case 'K':
    return list_at(&now.senders, number) != NULL;
  case 'I':
    return list_at(&now.ids, number) != NULL;
  case 'D':
    value = list_at(&now.derived, number);
    return value != NULL && value->handle != NULL;
  case 'L':
    rows = list_at(&now.lists, number);
    return rows != NULL && rows->handle != NULL;
  case 'R':
    return list_at(&now.requests, number) != NULL;
  case 'M':
    return list_at(&now.moments, number) != NULL;
  case 'w':
    return number > 0 && list_at(&now.views, number - 1) != NULL;
  default:
    who = list_at(&now.observers, number);
    return who != NULL && who->subscription != NULL;
  }
}

static bool take_number(char letter, const json_t *given, size_t self, size_t *number) {
  if (json_is_string(given) && strcmp(json_string_value(given), "self") == 0) {
    *number = self;
  } else if (json_is_integer(given)) {
    *number = (size_t)json_integer_value(given);
  } else {
    return false;
  }
  return is_there(letter, *number);
}

/* Reads one argument; false if the argument refers to nothing. */
static bool take(char letter, const json_t *given, size_t self, arguments *a) {
  switch (letter) {
  case 's':
    a->store = store_at(given);
    return a->store != NULL;
  case 'W':
    a->store = json_is_string(given) ? NULL : store_at(given);
    return a->store != NULL || (json_is_string(given) && now.store != NULL);
  case 't':
    a->texts[a->texts[0] == NULL ? 0 : 1] = json_string_value(given);
    return json_is_string(given);
  case 'v':
    a->value = given;
    return given != NULL;
  case '?':
    a->value = given;
    return true;
  case 'c':
    a->commands = given;
    return true;
  case '*':
    a->lists = given;
    return true;
  case 'H':
    a->texts[0] = json_string_value(given); /* fall through */
  case 'h':
    a->shared = json_is_string(given) ? shared_named(json_string_value(given)) : NULL;
    return a->shared != NULL;
  case 'z':
    a->sizes[a->size_count++] = (size_t)json_integer_value(given);
    return json_integer_value(given) >= 0;
  case 'n':
    a->time = json_integer_value(given);
    return json_is_integer(given) && a->time >= 0;
  case 'b':
    a->flag = json_is_true(given);
    return json_is_boolean(given);
  default:
    return take_number(letter, given, self, &a->number);
  }
}

static bool take_all(const struct command *c, const json_t *given, size_t self, arguments *a) {
  size_t index = 1;
  *a = (arguments){.name = c->name, .store = now.store};
  for (const char *letter = c->takes; *letter != '\0'; letter++) {
    if (*letter == 'r') {
      if (now.store == NULL) {
        return false;
      }
    } else if (!take(*letter, json_array_get(given, index++), self, a)) {
      return false;
    }
  }
  return true;
}

void command_perform(const json_t *command, size_t self) {
  const char *name = json_string_value(json_array_get(command, 0));
  arguments a;
  for (size_t i = 0; name != NULL && !now.is_replaying && i < sizeof commands / sizeof commands[0];
       i++) {
    if (strcmp(commands[i].name, name) == 0) {
      if (take_all(&commands[i], command, self, &a)) {
        now.depth++;
        commands[i].perform(&a);
        now.depth--;
      }
      return;
    }
  }
}

void commands_perform(const json_t *given, size_t self) {
  size_t index;
  json_t *command, *kept = kmk_json_retain(given);
  json_array_foreach(kept, index, command) { command_perform(command, self); }
  json_decref(kept);
}
