/* udpblast: UDP line protocol as load, over loopback; written independently of the gateway that it measures.
 *
 *   cc -O2 -o udpblast udpblast.c
 *   ./udpblast PORT METRICS PER_DATAGRAM RATE [SERIES] [SOURCE_PORTS] [SOURCE_ADDRESSES]
 *
 * Sends METRICS lines, PER_DATAGRAM lines in each datagram, RATE metrics/s (0: as fast as it can), cycling
 * through SERIES series (default 2000), from SOURCE_PORTS sockets in turn (default 1; a receiver that uses
 * SO_REUSEPORT spreads load by source). With SOURCE_ADDRESSES, each datagram comes from the next of so many addresses,
 * from 127.1.0.1 on. Prints what was sent on standard error.
 *
 * Origin: the team's tool of the same name. Changed here: source addresses; a line's timestamp is when its
 * batch of datagrams was made, so that a reader can tell how old it is (no two lines have the same one); while it is too early
 * for the next batch it sleeps instead of spinning, since the receiver may need the processor. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

enum { BATCH = 64, MAX_DATAGRAM = 65000, MAX_SOCKETS = 256, FIRST_ADDRESS = 0x7f010001, MAX_ADDRESSES = 0xfe0000 };

static long nanos(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void sleep_until(long monotonic) {
  struct timespec t = {monotonic / 1000000000L, monotonic % 1000000000L};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: udpblast PORT METRICS PER_DATAGRAM RATE [SERIES] [SOURCE_PORTS] [SOURCE_ADDRESSES]\n");
    return 2;
  }
  int port = atoi(argv[1]), per = atoi(argv[3]), sockets = argc > 6 ? atoi(argv[6]) : 1;
  long total = atol(argv[2]), series = argc > 5 ? atol(argv[5]) : 2000, addresses = argc > 7 ? atol(argv[7]) : 0;
  double rate = atof(argv[4]);
  if (per < 1 || sockets < 1 || sockets > MAX_SOCKETS || series < 1 || addresses < 0 || addresses > MAX_ADDRESSES) {
    fprintf(stderr, "udpblast: PER_DATAGRAM and SERIES from 1, SOURCE_PORTS 1 to %d, SOURCE_ADDRESSES to %d\n", MAX_SOCKETS,
            MAX_ADDRESSES);
    return 2;
  }
  prctl(PR_SET_TIMERSLACK, 1);

  static int fd[MAX_SOCKETS];
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < sockets; i++) {
    fd[i] = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd[i] < 0 || connect(fd[i], (void *)&to, sizeof to)) { perror("connect"); return 1; }
  }
  static char buf[BATCH][MAX_DATAGRAM];
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
    long wall = nanos(CLOCK_REALTIME);
    if (wall > stamp) stamp = wall;
    for (; n < BATCH && made < total; n++, datagrams++) {
      int len = 0, k = 0;
      for (; k < per && made < total && len < MAX_DATAGRAM - 200; k++, made++)
        len += sprintf(buf[n] + len, "cpu,detector=%s,hostname=flp%05ld,rolename=flp value=%ld.%02ld %ld\n",
                       (made % series) % 3 ? "TPC" : "ITS", made % series, made % 100, made % 97, stamp++);
      lines[n] = k;
      io[n] = (struct iovec){buf[n], len};
      msg[n].msg_hdr.msg_iov = &io[n];
      msg[n].msg_hdr.msg_iovlen = 1;
      if (addresses > 0) {
        struct in_pktinfo *from = (void *)CMSG_DATA(&control[n].header);
        from->ipi_spec_dst.s_addr = htonl(FIRST_ADDRESS + datagrams % addresses);
      }
    }
    int ok = sendmmsg(fd[turn % sockets], msg, n, 0);
    for (int i = 0; i < n; i++) *(i < ok ? &sent : &refused) += lines[i];
    if (rate > 0) sleep_until(t0 + (long)(made / rate * 1e9));
  }
  double t = (nanos(CLOCK_MONOTONIC) - t0) * 1e-9;
  fprintf(stderr, "sent %ld metrics in %.3f s = %.0f/s (%ld not sent)\n", sent, t, sent / t, refused);
  return 0;
}
