#include <kumiki.h>
#include <stdint.h>
#include <stdio.h>

int32_t plants_register(void); /* in the library that is written in Swift */

static void show(const json_t *plants, void *user_data) {
  size_t index;
  json_t *plant;
  (void)user_data;
  json_array_foreach(plants, index, plant) {
    int is_thirsty = json_is_true(json_object_get(plant, "isThirsty"));
    printf("%s: %s\n", json_string_value(json_object_get(plant, "name")),
           is_thirsty ? "thirsty" : "watered");
  }
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(&error);
  plants_register();
  kmk_store *store = kmk_store_open(loop, "Garden", NULL, &error);
  if (!store) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  kmk_subscription *list = kmk_store_observe(store, "/list/plants", show, NULL, NULL, &error);
  kmk_store_send_text(store, "{\"list\": {\"addButtonTapped\": {\"name\": \"Fern\"}}}", &error);
  json_t *id = kmk_store_get(store, "/list/plants/0/id", &error);
  json_t *water = json_pack("{s:{s:{s:o}}}", "list", "waterButtonTapped", "id", id);
  kmk_task *watering = kmk_store_send_task_new(store, water, &error);
  kmk_task_finish(watering, 5000, &error); /* the water sinks in after a second */
  kmk_task_free(watering);
  kmk_subscription_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
