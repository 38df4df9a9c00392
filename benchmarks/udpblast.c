/* udpblast: sends UDP line protocol as load over loopback; written independently of the gateway that it measures.
 *
 *   cc -O2 -o udpblast udpblast.c
 *   ./udpblast PORT METRICS PER_DATAGRAM RATE [SERIES] [SOURCE_PORTS] [SOURCE_ADDRESSES]
 *
 * Sends METRICS lines, PER_DATAGRAM lines per datagram, RATE metrics/s (0: as fast as possible), cycling through
 * SERIES series (default 2000), from SOURCE_PORTS sockets in turn (default 1; a receiver that uses SO_REUSEPORT
 * spreads load by source). With SOURCE_ADDRESSES, datagrams come from that many addresses in turn, from 127.1.0.1 on.
 * Prints the result on standard error.
 *
 * Origin: the team's tool of the same name. Changes: source addresses. A line's timestamp is unique and is the time at
 * which its batch of datagrams was made, so that a reader can compute the age of a line. Between batches the program
 * sleeps instead of spinning, since the receiver may need the processor. Two changes keep the sender from being the
 * bottleneck on few cores. All lines have the same length and are patched instead of printed. The kernel gets a whole
 * batch and cuts it into datagrams (UDP_SEGMENT, Linux 4.18), unless each datagram has its own address; the receiver
 * gets the same datagrams. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103 /* From linux/udp.h, which conflicts with netinet's headers on some systems. */
#endif

enum { BATCH = 64, MAX_BATCH_BYTES = 65507, MAX_SOCKETS = 256, FIRST_ADDRESS = 0x7f010001, MAX_ADDRESSES = 0xfe0000 };
enum { MAX_SERIES = 100000, DETECTOR = 13, HOST = 29, VALUE = 54, FRACTION = 57, STAMP = 60, LINE = 80 };

/* The enum above has the offsets of the variable parts. */
static const char TEMPLATE[] = "cpu,detector=TPC,hostname=flp00000,rolename=flp value=00.00 0000000000000000000\n";
_Static_assert(sizeof TEMPLATE - 1 == LINE, "the length of a line");

static long nanos(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void sleep_until(long monotonic) {
  struct timespec t = {monotonic / 1000000000L, monotonic % 1000000000L};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

static void digits(char *to, int count, long number) {
  for (; count-- > 0; number /= 10) to[count] = '0' + number % 10;
}

static void write_line(char *to, long number, long series, long stamp) {
  memcpy(to, TEMPLATE, LINE);
  if (number % series % 3 == 0) memcpy(to + DETECTOR, "ITS", 3);
  digits(to + HOST, 5, number % series);
  digits(to + VALUE, 2, 10 + number % 90);
  digits(to + FRACTION, 2, number % 97);
  digits(to + STAMP, 19, stamp);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: udpblast PORT METRICS PER_DATAGRAM RATE [SERIES] [SOURCE_PORTS] [SOURCE_ADDRESSES]\n");
    return 2;
  }
  int port = atoi(argv[1]), per = atoi(argv[3]), sockets = argc > 6 ? atoi(argv[6]) : 1;
  long total = atol(argv[2]), series = argc > 5 ? atol(argv[5]) : 2000, addresses = argc > 7 ? atol(argv[7]) : 0;
  double rate = atof(argv[4]);
  if (per < 1 || per > MAX_BATCH_BYTES / LINE || sockets < 1 || sockets > MAX_SOCKETS || series < 1 || series > MAX_SERIES ||
      addresses < 0 || addresses > MAX_ADDRESSES) {
    fprintf(stderr, "udpblast: PER_DATAGRAM 1 to %d, SERIES 1 to %d, SOURCE_PORTS 1 to %d, SOURCE_ADDRESSES to %d\n",
            MAX_BATCH_BYTES / LINE, MAX_SERIES, MAX_SOCKETS, MAX_ADDRESSES);
    return 2;
  }
  prctl(PR_SET_TIMERSLACK, 1);

  static int fd[MAX_SOCKETS];
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int size = per * LINE, batch = MAX_BATCH_BYTES / size < BATCH ? MAX_BATCH_BYTES / size : BATCH, cuts = addresses == 0;
  for (int i = 0; i < sockets; i++) {
    fd[i] = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd[i] < 0 || connect(fd[i], (void *)&to, sizeof to)) { perror("connect"); return 1; }
    cuts = cuts && setsockopt(fd[i], IPPROTO_UDP, UDP_SEGMENT, &size, sizeof size) == 0;
  }
  static char buf[MAX_BATCH_BYTES];
  static union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(struct in_pktinfo))]; } control[BATCH];
  struct iovec io[BATCH];
  struct mmsghdr msg[BATCH];
  memset(msg, 0, sizeof msg);
  for (int i = 0; i < BATCH && addresses > 0; i++) {
    control[i].header = (struct cmsghdr){CMSG_LEN(sizeof(struct in_pktinfo)), IPPROTO_IP, IP_PKTINFO};
    msg[i].msg_hdr.msg_control = &control[i];
    msg[i].msg_hdr.msg_controllen = sizeof control[i];
  }
  long made = 0, sent = 0, refused = 0, datagrams = 0, stamp = 0;
  long t0 = nanos(CLOCK_MONOTONIC);
  for (int turn = 0; made < total; turn++) {
    int n = 0, lines[BATCH];
    char *end = buf;
    long wall = nanos(CLOCK_REALTIME);
    if (wall > stamp) stamp = wall;
    for (; n < batch && made < total; n++, datagrams++) {
      char *begin = end;
      for (lines[n] = 0; lines[n] < per && made < total; lines[n]++, made++, end += LINE)
        write_line(end, made, series, stamp++);
      io[n] = (struct iovec){begin, end - begin};
      msg[n].msg_hdr.msg_iov = &io[n];
      msg[n].msg_hdr.msg_iovlen = 1;
      if (addresses > 0) {
        struct in_pktinfo *from = (void *)CMSG_DATA(&control[n].header);
        from->ipi_spec_dst.s_addr = htonl(FIRST_ADDRESS + datagrams % addresses);
      }
    }
    int ok;
    if (cuts)
      ok = send(fd[turn % sockets], buf, end - buf, 0) == end - buf ? n : 0;
    else
      ok = sendmmsg(fd[turn % sockets], msg, n, 0);
    for (int i = 0; i < n; i++) *(i < ok ? &sent : &refused) += lines[i];
    if (rate > 0) sleep_until(t0 + (long)(made / rate * 1e9));
  }
  double t = (nanos(CLOCK_MONOTONIC) - t0) * 1e-9;
  fprintf(stderr, "sent %ld metrics in %.3f s = %.0f/s (%ld not sent)\n", sent, t, sent / t, refused);
  return 0;
}
