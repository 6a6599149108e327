/*
 * The witness of the side-by-side benchmark: answers every POST with an event stream of chat
 * completion chunks, paced or as fast as the sockets take them, from one thread, and logs
 * CLOCK_MONOTONIC right before each write of a token.
 *
 * Usage: stream_server --streams N --tokens N [--rate R] [--per-write E] [--together] [--staggered]
 *                      [--log FILE]
 *   --streams    connections expected; spreads their phases evenly over one gap
 *   --tokens     a stream
 *   --rate       tokens a second and stream; 0: as fast as possible
 *   --per-write  events in one write (only without a rate)
 *   --together   with a rate: the tokens of all streams fall due at the same instants
 *   --staggered  with a rate: the first answers begin one after the other, over the time that an
 *                answer takes, so that later requests do not all come at once either
 *   --log        stamps go to this file, see struct request_log
 * Prints "PORT n" once it listens on the loopback interface; ends on SIGTERM.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MAX_STREAMS 16384
#define REQUEST_BYTES 16384
#define LOG_BYTES (512LL << 20)
#define ID_BYTES 64
#define TTFT_NANOS 30000000LL

/* The log: this header, then one request_log after another, each followed by its stamps. */
struct log_header {
  int64_t used;       /* bytes of the file in use, this header included */
  int64_t full;       /* 1: the log ran out of room and is not complete */
  int64_t tokens;     /* tokens written, logged or not */
  int64_t writes;     /* calls of write() that carried tokens */
  int64_t blocked;    /* writes that the socket did not take whole */
  int64_t unused[3];
};

struct request_log {
  char id[ID_BYTES];  /* the x-request-id, padded with zero bytes */
  int64_t arrival;    /* the request had been read */
  int64_t first_due;  /* when the first token was to be written; token k: first_due + k * gap */
  int64_t gap;
  int64_t tokens;     /* how many stamps follow */
  int64_t written;    /* how many of them are set */
  int64_t stamps[];
};

struct stream {
  int fd;
  int index;
  int have;           /* bytes of the request read so far */
  int next;           /* token to be written next; -1: no answer under way */
  int blocked;
  int answers;        /* begun so far */
  const char *rest;   /* of an unfinished write */
  size_t rest_bytes;
  int64_t due;
  struct request_log *log;
  char request[REQUEST_BYTES + 1];
};

static int streams_expected = 1024, tokens = 150, rate, per_write = 1, together, staggered;
static int64_t gap, origin;
static struct log_header *header;
static struct log_header no_log;
static char *log_base;
static int epoll_fd;
static volatile sig_atomic_t stopped;

static struct stream *heap[MAX_STREAMS]; /* paced: by due */
static int heap_size;
static struct stream *active[MAX_STREAMS]; /* unpaced: writable ones */
static int active_size;
static int connections;

static char token_event[1024], last_event[2048], head[512];
static size_t token_bytes, last_bytes, head_bytes;
static char *block;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now_nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void on_signal(int number) {
  (void)number;
  stopped = 1;
}

/* ---- what is sent ---- */

static size_t chunk(char *out, const char *data) {
  return (size_t)sprintf(out, "%zx\r\n%s\r\n", strlen(data), data);
}

static void make_events(void) {
  const char *common = "data: {\"id\":\"chatcmpl-4f2b8c1d9e6a4b07a5d3c2e1f0987654\","
                       "\"object\":\"chat.completion.chunk\",\"created\":1764500000,\"model\":\"m\",";
  char data[1024];
  head_bytes = (size_t)sprintf(head,
      "HTTP/1.1 200 OK\r\ndate: Mon, 30 Nov 2026 09:00:00 GMT\r\nserver: uvicorn\r\n"
      "content-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n");
  snprintf(data, sizeof data, "%s\"choices\":[{\"index\":0,\"delta\":{\"content\":\" tok\"},"
      "\"logprobs\":null,\"finish_reason\":null}]}\n\n", common);
  token_bytes = chunk(token_event, data);
  snprintf(data, sizeof data, "%s\"choices\":[{\"index\":0,\"delta\":{},"
      "\"logprobs\":null,\"finish_reason\":\"length\"}]}\n\n", common);
  last_bytes = chunk(last_event, data);
  snprintf(data, sizeof data, "%s\"choices\":[],\"usage\":{\"prompt_tokens\":50,"
      "\"total_tokens\":%d,\"completion_tokens\":%d}}\n\n", common, 50 + tokens, tokens);
  last_bytes += chunk(last_event + last_bytes, data);
  last_bytes += chunk(last_event + last_bytes, "data: [DONE]\n\n");
  last_bytes += (size_t)sprintf(last_event + last_bytes, "0\r\n\r\n");
  block = malloc(token_bytes * (size_t)per_write);
  for (int i = 0; i < per_write; i++) {
    memcpy(block + token_bytes * (size_t)i, token_event, token_bytes);
  }
}

/* ---- the log ---- */

static void open_log(const char *path) {
  header = &no_log;
  if (!path) {
    return;
  }
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (fd < 0 || ftruncate(fd, LOG_BYTES) != 0) {
    fail(path);
  }
  log_base = mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (log_base == MAP_FAILED) {
    fail("mmap");
  }
  close(fd);
  header = (struct log_header *)log_base;
  header->used = sizeof *header;
}

static struct request_log *new_request(const char *id, int64_t arrival, int64_t first_due) {
  int64_t bytes = (int64_t)sizeof(struct request_log) + 8LL * tokens;
  if (!log_base || !rate) {
    return NULL;
  }
  if (header->used + bytes > LOG_BYTES) {
    header->full = 1;
    return NULL;
  }
  struct request_log *entry = (struct request_log *)(log_base + header->used);
  header->used += bytes;
  memcpy(entry->id, id, ID_BYTES);
  entry->arrival = arrival;
  entry->first_due = first_due;
  entry->gap = gap;
  entry->tokens = tokens;
  return entry;
}

/* ---- which stream is next ---- */

static void heap_push(struct stream *s) {
  int i = heap_size++;
  while (i > 0 && heap[(i - 1) / 2]->due > s->due) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = s;
}

static struct stream *heap_pop(void) {
  struct stream *first = heap[0], *last = heap[--heap_size];
  int i = 0;
  for (;;) {
    int child = 2 * i + 1;
    if (child >= heap_size) {
      break;
    }
    if (child + 1 < heap_size && heap[child + 1]->due < heap[child]->due) {
      child++;
    }
    if (heap[child]->due >= last->due) {
      break;
    }
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return first;
}

static void heap_remove(struct stream *s) {
  for (int i = 0; i < heap_size; i++) {
    if (heap[i] == s) {
      struct stream *kept[MAX_STREAMS];
      int n = 0, size = heap_size;
      for (int j = 0; j < size; j++) {
        if (j != i) {
          kept[n++] = heap[j];
        }
      }
      heap_size = 0;
      for (int j = 0; j < n; j++) {
        heap_push(kept[j]);
      }
      return;
    }
  }
}

static void active_remove(struct stream *s) {
  for (int i = 0; i < active_size; i++) {
    if (active[i] == s) {
      active[i] = active[--active_size];
      return;
    }
  }
}

static void ready(struct stream *s) {
  if (rate) {
    heap_push(s);
  } else {
    active[active_size++] = s;
  }
}

/* ---- writing ---- */

static void watch(struct stream *s, uint32_t events) {
  struct epoll_event e = {.events = events, .data.ptr = s};
  epoll_ctl(epoll_fd, EPOLL_CTL_MOD, s->fd, &e);
}

static void drop(struct stream *s) {
  heap_remove(s);
  active_remove(s);
  close(s->fd);
  free(s);
  connections--;
}

/* 1: all written; 0: the rest waits for room; -1: the connection is gone. */
static int put(struct stream *s, const char *bytes, size_t n) {
  ssize_t done = write(s->fd, bytes, n);
  if (done < 0 && errno != EAGAIN) {
    return -1;
  }
  size_t taken = done < 0 ? 0 : (size_t)done;
  if (taken == n) {
    return 1;
  }
  s->rest = bytes + taken;
  s->rest_bytes = n - taken;
  s->blocked = 1;
  header->blocked++;
  watch(s, EPOLLIN | EPOLLOUT);
  return 0;
}

/* Writes what is next of an answer. As put(). */
static int write_next(struct stream *s) {
  if (s->next == tokens) {
    s->next = -1;
    return put(s, last_event, last_bytes);
  }
  int n = rate ? 1 : per_write;
  if (n > tokens - s->next) {
    n = tokens - s->next;
  }
  if (s->log) {
    s->log->stamps[s->next] = now_nanos();
    s->log->written = s->next + 1;
  }
  s->next += n;
  s->due += gap;
  header->tokens += n;
  header->writes++;
  return put(s, block, token_bytes * (size_t)n);
}

static void write_due(void) {
  while (heap_size > 0 && heap[0]->due <= now_nanos()) {
    struct stream *s = heap_pop();
    int result = write_next(s);
    if (result < 0) {
      drop(s);
    } else if (result > 0 && s->next >= 0) {
      heap_push(s);
    }
  }
}

static void write_active(void) {
  for (int i = 0; i < active_size;) {
    struct stream *s = active[i];
    int result = write_next(s);
    if (result < 0) {
      drop(s); /* puts another one in its place */
    } else if (result == 0 || s->next < 0) {
      active_remove(s);
    } else {
      i++;
    }
  }
}

static void on_writable(struct stream *s) {
  s->blocked = 0;
  const char *rest = s->rest;
  size_t n = s->rest_bytes;
  watch(s, EPOLLIN);
  int result = put(s, rest, n);
  if (result < 0) {
    drop(s);
  } else if (result > 0 && s->next >= 0) {
    ready(s);
  }
}

/* ---- reading ---- */

static const char *field(const char *request, const char *name) {
  size_t n = strlen(name);
  for (const char *line = strstr(request, "\r\n"); line; line = strstr(line + 2, "\r\n")) {
    if (strncasecmp(line + 2, name, n) == 0 && line[2 + n] == ':') {
      const char *value = line + 3 + n;
      while (*value == ' ') {
        value++;
      }
      return value;
    }
  }
  return NULL;
}

static int whole_request(struct stream *s) {
  s->request[s->have] = 0;
  const char *end = strstr(s->request, "\r\n\r\n");
  const char *length = end ? field(s->request, "content-length") : NULL;
  return length && s->have >= end + 4 - s->request + atoi(length);
}

static void begin_answer(struct stream *s) {
  char id[ID_BYTES] = "";
  const char *value = field(s->request, "x-request-id");
  for (int i = 0; value && i < ID_BYTES - 1 && value[i] > ' '; i++) {
    id[i] = value[i];
  }
  int64_t arrival = now_nanos();
  s->have = 0;
  s->next = 0;
  if (rate) {
    int64_t phase = together ? 0 : gap * (s->index % streams_expected) / streams_expected;
    int64_t since = arrival + TTFT_NANOS - origin - phase;
    if (staggered && s->answers == 0) {
      since += gap * tokens * (s->index % streams_expected) / streams_expected;
    }
    s->due = origin + phase + (since + gap - 1) / gap * gap;
  }
  s->answers++;
  s->log = new_request(id, arrival, s->due);
  int result = put(s, head, head_bytes);
  if (result < 0) {
    drop(s);
  } else if (result > 0) {
    ready(s);
  }
}

static void on_readable(struct stream *s) {
  ssize_t n = read(s->fd, s->request + s->have, (size_t)(REQUEST_BYTES - s->have));
  if (n == 0 || (n < 0 && errno != EAGAIN)) {
    drop(s);
    return;
  }
  if (n > 0) {
    s->have += (int)n;
    if (whole_request(s)) {
      begin_answer(s);
    }
  }
}

static void on_connection(int listener) {
  static int index;
  int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
  if (fd < 0) {
    return;
  }
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct stream *s = calloc(1, sizeof *s);
  if (!s || ++connections > MAX_STREAMS) {
    fail("too many connections");
  }
  s->fd = fd;
  s->index = index++;
  s->next = -1;
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = s};
  epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &e);
}

/* ---- the loop ---- */

static int listen_on_loopback(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof at;
  if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) || listen(fd, 4096)
      || getsockname(fd, (struct sockaddr *)&at, &size)) {
    fail("listen");
  }
  printf("PORT %d\n", ntohs(at.sin_port));
  fflush(stdout);
  return fd;
}

static int wait_for(struct epoll_event *events, int room) {
  if (active_size > 0) {
    return epoll_wait(epoll_fd, events, room, 0);
  }
  int64_t wait = heap_size > 0 ? heap[0]->due - now_nanos() : 100000000LL;
  if (wait < 0) {
    wait = 0;
  }
  struct timespec t = {wait / 1000000000LL, wait % 1000000000LL};
  return epoll_pwait2(epoll_fd, events, room, &t, NULL);
}

static int number(const char *text) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*end || value < 0 || value > INT_MAX) {
    fprintf(stderr, "not a number: %s\n", text);
    exit(2);
  }
  return (int)value;
}

int main(int argc, char **argv) {
  const char *log_path = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--together")) {
      together = 1;
    } else if (!strcmp(argv[i], "--staggered")) {
      staggered = 1;
    } else if (i + 1 >= argc) {
      fprintf(stderr, "%s: a value is missing\n", argv[i]);
      return 2;
    } else if (!strcmp(argv[i], "--streams")) {
      streams_expected = number(argv[++i]);
    } else if (!strcmp(argv[i], "--tokens")) {
      tokens = number(argv[++i]);
    } else if (!strcmp(argv[i], "--rate")) {
      rate = number(argv[++i]);
    } else if (!strcmp(argv[i], "--per-write")) {
      per_write = number(argv[++i]);
    } else if (!strcmp(argv[i], "--log")) {
      log_path = argv[++i];
    } else {
      fprintf(stderr, "unknown option %s\n", argv[i]);
      return 2;
    }
  }
  if (streams_expected < 1 || tokens < 1 || per_write < 1) {
    fprintf(stderr, "--streams, --tokens and --per-write must be at least 1\n");
    return 2;
  }
  gap = rate ? 1000000000LL / rate : 0;
  prctl(PR_SET_TIMERSLACK, 1UL);
  signal(SIGPIPE, SIG_IGN);
  struct sigaction end = {.sa_handler = on_signal};
  sigaction(SIGTERM, &end, NULL);
  sigaction(SIGINT, &end, NULL);
  make_events();
  open_log(log_path);
  epoll_fd = epoll_create1(0);
  int listener = listen_on_loopback();
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &e);
  origin = now_nanos();
  struct epoll_event events[256];
  while (!stopped) {
    int n = wait_for(events, 256);
    for (int i = 0; i < n; i++) {
      struct stream *s = events[i].data.ptr;
      if (!s) {
        on_connection(listener);
      } else if ((events[i].events & EPOLLOUT) && s->blocked) {
        on_writable(s);
      } else {
        on_readable(s);
      }
    }
    if (rate) {
      write_due();
    } else {
      write_active();
    }
  }
  return 0;
}
