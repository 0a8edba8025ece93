/* Reads the file of a feed: RSS or Atom, in any encoding that libxml2 knows. */
#include "../support/threads.h"
#include "feeds.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

/* Whether an element has one of the names: " guid id ". */
static bool is_named(const xmlNode *node, const char *names) {
  char name[40];
  snprintf(name, sizeof name, " %s ", node->name ? (const char *)node->name : "");
  return node->type == XML_ELEMENT_NODE && strstr(names, name);
}

/* Returns the text of the first child that has one of the names, with single spaces; NULL without such a child. */
static char *text_of(const xmlNode *parent, const char *names) {
  const xmlNode *each = parent->children;
  while (each && !is_named(each, names))
    each = each->next;
  char *text = each ? (char *)xmlNodeGetContent(each) : NULL, *to = text;
  for (const char *from = text; from && *from; from++)
    if (!strchr(" \t\r\n", *from))
      *to++ = *from;
    else if (to > text && from[1] && !strchr(" \t\r\n", from[1]))
      *to++ = ' ';
  if (to)
    *to = '\0';
  return text;
}

/* In Atom, the link of an article is an attribute, and other links have another "rel". */
static char *link_of(const xmlNode *item) {
  for (xmlNode *each = item->children; each; each = each->next) {
    char *rel = (char *)xmlGetProp(each, (const xmlChar *)"rel");
    bool is_article = is_named(each, " link ") && (!rel || strcmp(rel, "alternate") == 0);
    xmlFree(rel);
    if (is_article && xmlHasProp(each, (const xmlChar *)"href"))
      return (char *)xmlGetProp(each, (const xmlChar *)"href");
  }
  return text_of(item, " link ");
}

/* Makes dates that can be sorted, from "2026-11-30T10:05:00Z" and "Mon, 30 Nov 2026 10:05:00 GMT": 2026-11-30 10:05. */
static void write_date(char date[17], const char *found) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  unsigned day, year, hour, minute;
  char month[4];
  const char *comma = strchr(found, ','), *place;
  snprintf(date, 17, "%s", found);
  if (sscanf(comma ? comma + 1 : found, "%2u %3s %4u %2u:%2u", &day, month, &year, &hour,
             &minute) == 5 &&
      (place = strstr(months, month)))
    snprintf(date, 17, "%04u-%02u-%02u %02u:%02u", year % 10000,
             (unsigned)(place - months) / 3 % 12 + 1, day % 100, hour % 100, minute % 100);
  else if (date[10] == 'T')
    date[10] = ' ';
}

static json_t *item_of(const xmlNode *node) {
  char *id = text_of(node, " guid id "), *title = text_of(node, " title "), *link = link_of(node);
  char *found = text_of(node, " pubDate published updated date "), date[17] = "";
  write_date(date, found ? found : "");
  /* Without any of these, the item cannot be recognized, and is left out. */
  const char *known = id ? id : link ? link : title;
  const feeds_parsed_items_item_made item =
      feeds_parsed_items_item_new(known, title ? title : "(no title)", link ? link : "", date);
  xmlFree(id);
  xmlFree(title);
  xmlFree(link);
  xmlFree(found);
  return item.json;
}

/* RSS has a channel around its items, Atom has not, and RDF has its items beside the channel. */
static void read_into(json_t *items, char **title, const xmlNode *parent) {
  *title = *title ? *title : text_of(parent, " title ");
  for (const xmlNode *each = parent->children; each; each = each->next)
    if (is_named(each, " channel "))
      read_into(items, title, each);
    else if (is_named(each, " item entry "))
      json_array_append_new(items, item_of(each));
}

static void parse(kmk_request *request, void *data) {
  (void)data;
  xmlDoc *document = xmlReadFile(feeds_question_feed_parse(request), NULL,
                                 XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  const xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
  const xmlError *error = document ? NULL : xmlGetLastError();
  char message[200] = "not a feed: expected RSS or Atom", *title = NULL;
  if (root && is_named(root, " rss RDF feed ")) {
    json_t *items = json_array();
    read_into(items, &title, root);
    feeds_answer_feed_parse(request, feeds_parsed_new(title ? title : "(no title)", items), NULL);
  } else {
    if (error && error->message)
      snprintf(message, sizeof message, "not a feed: line %d: %.*s", error->line,
               (int)strcspn(error->message, "\n"), error->message);
    feeds_fail_feed_parse(request, message, NULL);
  }
  xmlFree(title);
  xmlFreeDoc(document);
}

kmk_status feeds_serve_parser(kmk_loop *loop, kmk_error *error) {
  xmlInitParser(); /* before there are threads */
  return threads_serve(loop, FEEDS_NAME_FEED_PARSE, parse, NULL, 2, error);
}
