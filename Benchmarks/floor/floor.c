/* What a page of items costs at least: the same statements in one pipeline of libpq, and the same bytes over HTTP, without a
   framework, a language, a route or a check. bench.py compares its page with the program's, byte for byte.

     floor PORT CONNINFO STATEMENTS FRAME

   STATEMENTS is items.sql, FRAME a page of the program: what stands around its sections is sent as it is. Rows of kinds that
   the household of pages.sql does not have (pictures, people, checklists, folded sections …) end the program. One connection at
   a time. */
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <netinet/tcp.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LITERAL(text) put(text, sizeof(text) - 1)

enum { BATCH = 8, PAGE = 1 << 20 };
enum { SECTION, ID, TITLE, DESCRIPTION, IS_DONE, DUE_AT, IS_DAY, IMAGE, TAGS, CONCERNED, REPEATS, LATER, PRIORITY, LINES };
/* Columns of the statement of the sections. */
enum { S_ID, S_NAME, S_COLOR, S_ICON, S_OPEN, S_DONE };

static void stop(const char *why) {
  fprintf(stderr, "floor: %s\n", why);
  exit(1);
}

static char page[PAGE];
static size_t length;

static void put(const char *text, size_t count) {
  if (length + count > PAGE) stop("the page is too long");
  memcpy(page + length, text, count);
  length += count;
}

static void put_number(long number, int digits) {
  char text[20];
  int place = sizeof text;
  do { text[--place] = '0' + number % 10; number /= 10; } while (number > 0 || (int)sizeof text - place < digits);
  put(text + place, sizeof text - place);
}

/* As HTML has it in an element or an attribute. */
static void put_escaped(const char *text, size_t count) {
  size_t start = 0;
  for (size_t i = 0; i < count; i++) {
    const char *reference;
    switch (text[i]) {
      case '&': reference = "&amp;"; break;
      case '<': reference = "&lt;"; break;
      case '>': reference = "&gt;"; break;
      case '"': reference = "&#34;"; break;
      case '\'': reference = "&#39;"; break;
      default: continue;
    }
    put(text + start, i - start);
    put(reference, strlen(reference));
    start = i + 1;
  }
  put(text + start, count - start);
}

static PGresult *results[BATCH];

static const char *value(const PGresult *rows, int row, int column) { return PQgetvalue(rows, row, column); }
static size_t count_of(const PGresult *rows, int row, int column) { return (size_t)PQgetlength(rows, row, column); }
static int is_null(const PGresult *rows, int row, int column) { return PQgetisnull(rows, row, column); }

/* -- Times ----------------------------------------------------------------------------------------------------------- */

typedef struct { long year; int month, day, hour, minute, second; } Civil;
typedef struct { int64_t seconds; Civil local; } Moment;

static int64_t days_from_civil(long year, int month, int day) {
  year -= month <= 2;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t of_era = year - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static Civil civil(int64_t seconds) {
  int64_t days = seconds / 86400 - (seconds % 86400 < 0), rest = seconds - days * 86400;
  int64_t z = days + 719468, era = z / 146097, of_era = z - era * 146097;
  int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
  int month = (int)(m < 10 ? m + 3 : m - 9);
  return (Civil){y + era * 400 + (month <= 2), month, (int)(of_year - (153 * m + 2) / 5 + 1),
                 (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60)};
}

static int two(const char *text) { return (text[0] - '0') * 10 + text[1] - '0'; }

/* `2026-12-27 12:09:51.5+01`, of four digits of the year. */
static Moment moment(const char *text) {
  Civil local = {two(text) * 100 + two(text + 2), two(text + 5), two(text + 8), two(text + 11), two(text + 14), two(text + 17)};
  const char *zone = text + 19;
  while (*zone != '+' && *zone != '-') zone++;
  int offset = two(zone + 1) * 3600 + (zone[3] == ':' ? two(zone + 4) * 60 : 0);
  if (*zone == '-') offset = -offset;
  int64_t seconds = days_from_civil(local.year, local.month, local.day) * 86400 + local.hour * 3600 + local.minute * 60 + local.second;
  return (Moment){seconds - offset, local};
}

static int days_of(long year, int month) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) ? 29 : days[month - 1];
}

static void put_count(long count, const char *unit) {
  put_number(count, 1);
  LITERAL(" ");
  put(unit, strlen(unit));
  if (count != 1) LITERAL("s");
}

static int64_t of_day(Civil time) { return time.hour * 3600 + time.minute * 60 + time.second; }

static void put_remaining(Moment now, Moment due) {
  long months = (due.local.year - now.local.year) * 12 + due.local.month - now.local.month;
  int64_t days = due.local.day - now.local.day - (of_day(due.local) < of_day(now.local));
  if (days < 0) {
    months--;
    long year = due.local.year - (due.local.month == 1);
    int month = due.local.month == 1 ? 12 : due.local.month - 1;
    days += days_of(year, month);
  }
  int64_t seconds = due.seconds - now.seconds;
  if (months >= 12) {
    put_number(months / 12, 1);
    if (months / 12 == 1) LITERAL(" year or more"); else LITERAL(" years or more");
  } else if (months >= 1) {
    put_count(months, "month");
    LITERAL(" ");
    put_count(days, "day");
  } else if (days >= 3) put_count(days, "day");
  else if (days == 2) LITERAL("day after tomorrow");
  else if (days == 1) LITERAL("tomorrow");
  else {
    if (seconds >= 3600) { put_number(seconds / 3600, 1); LITERAL(" h "); }
    if (seconds >= 60) { put_number(seconds / 60 % 60, 1); LITERAL(" min "); }
    put_number(seconds % 60, 1);
    LITERAL(" s");
  }
}

static void put_due(const char *text, Moment now) {
  static const char *months[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                                 "November", "December"};
  Moment due = moment(text);
  Civil utc = civil(due.seconds), local = due.local;
  if (due.seconds < now.seconds) LITERAL("<p class=\"item-due is-overdue\"><time datetime=\"");
  else LITERAL("<p class=\"item-due\"><time datetime=\"");
  put_number(utc.year, 4); LITERAL("-"); put_number(utc.month, 2); LITERAL("-"); put_number(utc.day, 2); LITERAL("T");
  put_number(utc.hour, 2); LITERAL(":"); put_number(utc.minute, 2); LITERAL(":"); put_number(utc.second, 2);
  LITERAL("Z\" title=\"");
  put_number(local.day, 1); LITERAL(" ");
  put(months[local.month - 1], strlen(months[local.month - 1])); LITERAL(" ");
  put_number(local.year, 1); LITERAL(", "); put_number(local.hour, 2); LITERAL(":"); put_number(local.minute, 2);
  LITERAL("\">");
  if (due.seconds < now.seconds) LITERAL("overdue"); else put_remaining(now, due);
  LITERAL("</time></p>");
}

/* -- Rows ------------------------------------------------------------------------------------------------------------ */

static const char *icons;
static size_t icons_length;
static int tag_rows[256], tag_count;

static void put_repeat(const char *rule) {
  static const char *words[][2] = {{"FREQ=WEEKLY;BYDAY=MO,TH", "Every Monday and Thursday"},
                                   {"FREQ=MONTHLY;BYMONTHDAY=-1", "Monthly on the last day"},
                                   {"FREQ=YEARLY;INTERVAL=6", "Every 6 years"}};
  const char *text = NULL;
  for (size_t i = 0; i < 3; i++)
    if (strcmp(strchr(rule, ' ') + 1, words[i][0]) == 0) text = words[i][1];
  if (!text) stop("no words for a rule");
  LITERAL("<span class=\"item-repeat\" role=\"img\" aria-label=\""); put(text, strlen(text));
  LITERAL("\" title=\""); put(text, strlen(text));
  LITERAL("\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\""); put(icons, icons_length);
  LITERAL("#repeat\"/></svg></span>\n");
}

static void put_color(const char *color) {
  static const char *palette[] = {"#b4532a", "#c2850c", "#7a8b1f", "#2f8f5b", "#1f8a8c", "#2f78c4", "#5b62d6", "#9250c8", "#c0448f",
                                  "#8a6a55"};
  for (int i = 0; i < 10; i++)
    if (memcmp(palette[i], color, 7) == 0) return put_number(i, 1);
  stop("a colour is not of the palette");
}

/* Tags in the order of their rows. */
static void put_tags(const PGresult *rows, const char *ids, size_t count) {
  int found[50], number = 0;
  for (size_t at = 1; at + 36 < count; at += 37)
    for (int i = 0; i < tag_count; i++)
      if (memcmp(ids + at, value(rows, tag_rows[i], ID), 36) == 0) {
        int place = number++;
        for (; place > 0 && found[place - 1] > tag_rows[i]; place--) found[place] = found[place - 1];
        found[place] = tag_rows[i];
      }
  if (number == 0) return;
  LITERAL("<p class=\"item-tags\">");
  for (int i = 0; i < number; i++) {
    LITERAL("<a class=\"tag c"); put_color(value(rows, found[i], DESCRIPTION));
    LITERAL("\" href=\"/items?tag="); put(value(rows, found[i], ID), 36);
    LITERAL("\"><span><bdi>"); put_escaped(value(rows, found[i], TITLE), count_of(rows, found[i], TITLE));
    LITERAL("</bdi></span></a>");
  }
  LITERAL("</p>");
}

static void put_item(const PGresult *rows, int row, Moment now) {
  const char *id = value(rows, row, ID), *title = value(rows, row, TITLE);
  size_t count = count_of(rows, row, TITLE), description = count_of(rows, row, DESCRIPTION);
  if (count > 60 || value(rows, row, IS_DONE)[0] == 't' || !is_null(rows, row, IS_DAY) || !is_null(rows, row, IMAGE)
      || !is_null(rows, row, CONCERNED) || !is_null(rows, row, LATER) || !is_null(rows, row, PRIORITY) || !is_null(rows, row, LINES))
    stop("a row is of a kind that is not known");
  LITERAL("<li id=\"item-"); put(id, 36);
  LITERAL("\" class=\"item\"><div class=\"item-check\"><noscript><button formaction=\"/items/"); put(id, 36);
  LITERAL("/done?done=true\">Mark as done</button></noscript><input class=\"check\" type=\"checkbox\" form=\"\" aria-label=\"");
  put_escaped(title, count);
  LITERAL("\"></div><div class=\"item-body\"><a class=\"item-title\" href=\"/items/"); put(id, 36);
  LITERAL("/edit\" tabindex=\"-1\" dir=\"auto\"><span>"); put_escaped(title, count);
  LITERAL("</span></a>");
  if (description > 0) {
    LITERAL("<p class=\"item-description\" dir=\"auto\">"); put_escaped(value(rows, row, DESCRIPTION), description); LITERAL("</p>");
  }
  if (!is_null(rows, row, DUE_AT)) put_due(value(rows, row, DUE_AT), now);
  LITERAL("\n");
  if (!is_null(rows, row, REPEATS)) put_repeat(value(rows, row, REPEATS));
  put_tags(rows, value(rows, row, TAGS), count_of(rows, row, TAGS));
  LITERAL("</div><div class=\"item-actions\"><a href=\"/items/"); put(id, 36);
  LITERAL("/edit\" aria-label=\"Edit "); put_escaped(title, count);
  LITERAL("\"></a><button formaction=\"/items/"); put(id, 36);
  LITERAL("/delete\" aria-label=\"Delete "); put_escaped(title, count);
  LITERAL("\"></button></div></li>\n");
}

static void put_sections(void) {
  static const char none[] = "00000000-0000-0000-0000-000000000000";
  const PGresult *rows = results[1], *sections = results[2];
  Moment now = moment(value(results[0], 0, PQfnumber(results[0], "now")));
  int row = 0;
  tag_count = 0;
  for (; row < PQntuples(rows) && is_null(rows, row, SECTION); row++)
    if (is_null(rows, row, IS_DONE)) tag_rows[tag_count++] = row;
  if (PQntuples(rows) - row > 50) stop("there is another page");
  for (int s = 0; s < PQntuples(sections); s++) {
    const char *id = value(sections, s, S_ID);
    int is_none = memcmp(id, none, 36) == 0;
    LITERAL("<details class=\"section\" id=\"section-"); put(id, 36);
    LITERAL("\" data-section=\""); put(id, 36);
    LITERAL("\" open>\n<summary hx-sync=\"this:queue last\">\n<span class=\"arrow\"></span>\n");
    if (!is_none) { LITERAL("<span class=\"dot c"); put_color(value(sections, s, S_COLOR)); LITERAL("\"></span>"); }
    LITERAL("\n<span class=\"section-name\" dir=\"auto\">");
    if (is_none) LITERAL("Uncategorised"); else put_escaped(value(sections, s, S_NAME), count_of(sections, s, S_NAME));
    LITERAL("</span>\n<span class=\"count\">"); put(value(sections, s, S_OPEN), count_of(sections, s, S_OPEN));
    LITERAL("</span>\n</summary>\n<noscript><button class=\"button quiet fold\" formaction=\"/sections/"); put(id, 36);
    LITERAL("/fold\" name=\"folded\" value=\"true\">Fold</button></noscript>\n<ul id=\"rows-"); put(id, 36);
    LITERAL("\" class=\"items\" role=\"list\" hx-sync=\"closest li:queue all\">\n");
    for (; row < PQntuples(rows) && memcmp(value(rows, row, SECTION), id, 36) == 0; row++) put_item(rows, row, now);
    LITERAL("\n</ul>\n");
    if (value(sections, s, S_DONE)[0] != '0') {
      LITERAL("<p class=\"done-fold\" data-unfolds><a href=\"/items?category=");
      if (is_none) LITERAL("none"); else put(id, 36);
      LITERAL("&amp;status=done\">"); put(value(sections, s, S_DONE), count_of(sections, s, S_DONE)); LITERAL(" done</a></p>\n");
    }
    LITERAL("</details>\n");
  }
  if (row < PQntuples(rows)) stop("a row has no section");
}

/* -- PostgreSQL and HTTP --------------------------------------------------------------------------------------------- */

static PGconn *database;
static int statements;

static char *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  char *text = malloc(PAGE);
  if (!file || !text) stop(path);
  *count = fread(text, 1, PAGE - 1, file);
  text[*count] = 0;
  fclose(file);
  return text;
}

static void prepare(const char *path) {
  size_t count;
  char *text = contents(path, &count);
  for (char *statement = strtok(text, ";"); statement; statement = strtok(NULL, ";")) {
    if (strspn(statement, " \n") == strlen(statement)) continue;
    char name[8];
    snprintf(name, sizeof name, "s%d", statements);
    static const Oid bytea[] = {17};
    PGresult *result = PQprepare(database, name, statement, statements == 0, bytea);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) stop(PQerrorMessage(database));
    PQclear(result);
    if (++statements > BATCH) stop("too many statements");
  }
  free(text);
}

static void ask(const unsigned char *token) {
  const char *values[] = {(const char *)token};
  const int lengths[] = {32}, formats[] = {1};
  char name[] = "s0";
  for (int i = 0; i < statements; i++, name[1]++)
    if (!PQsendQueryPrepared(database, name, i == 0, values, lengths, formats, 0)) stop(PQerrorMessage(database));
  if (!PQpipelineSync(database)) stop(PQerrorMessage(database));
  for (int i = 0; i < statements; i++) {
    results[i] = PQgetResult(database);
    if (PQresultStatus(results[i]) != PGRES_TUPLES_OK) stop(PQerrorMessage(database));
    PQclear(PQgetResult(database));
  }
  PQclear(PQgetResult(database));
}

/* The SHA-256 of the token in the cookie, which is in the URL's Base64. */
static int token_of(const char *head, unsigned char digest[32]) {
  const char *at = strstr(head, "foyer=");
  unsigned char token[33];
  uint32_t bits = 0;
  int count = 0, held = 0;
  if (!at) return 0;
  for (at += 6; count < 32; at++) {
    int digit = *at >= 'A' && *at <= 'Z' ? *at - 'A' : *at >= 'a' && *at <= 'z' ? *at - 'a' + 26
      : *at >= '0' && *at <= '9' ? *at - '0' + 52 : *at == '-' ? 62 : *at == '_' ? 63 : -1;
    if (digit < 0) return 0;
    bits = bits << 6 | (uint32_t)digit;
    held += 6;
    if (held >= 8) token[count++] = (unsigned char)(bits >> (held -= 8));
  }
  SHA256(token, 32, digest);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 5) stop("PORT CONNINFO STATEMENTS FRAME");
  size_t count;
  char *frame = contents(argv[4], &count);
  char *first = strstr(frame, "<details class=\"section\""), *last = first;
  for (char *at = first; at; at = strstr(at + 1, "</details>\n")) last = at + 11;
  icons = strstr(frame, "/assets/icons-");
  if (!first || !icons) stop("the frame is no page of items");
  icons_length = strcspn(icons, "#");

  database = PQconnectdb(argv[2]);
  if (PQstatus(database) != CONNECTION_OK) stop(PQerrorMessage(database));
  prepare(argv[3]);
  if (!PQenterPipelineMode(database)) stop("no pipeline");

  int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16)) stop("cannot listen");
  for (;;) {
    int client = accept(listener, NULL, NULL);
    static char head[16384];
    size_t held = 0;
    ssize_t got;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    while ((got = read(client, head + held, sizeof head - 1 - held)) > 0) {
      unsigned char digest[32];
      head[held += (size_t)got] = 0;
      if (!strstr(head, "\r\n\r\n")) continue;
      held = 0;
      if (!token_of(head, digest)) stop("a request without a session");
      ask(digest);
      length = 128; /* Room for the head, whose length is known last. */
      put(frame, (size_t)(first - frame));
      put_sections();
      put(last, count - (size_t)(last - frame));
      char answer[129];
      int of_head = snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %zu\r\n\r\n",
                             length - 128);
      memcpy(page + 128 - of_head, answer, (size_t)of_head);
      for (size_t at = 128 - (size_t)of_head; at < length;) {
        ssize_t sent = write(client, page + at, length - at);
        if (sent < 0) break;
        at += (size_t)sent;
      }
      for (int i = 0; i < statements; i++) PQclear(results[i]);
    }
    close(client);
  }
}
