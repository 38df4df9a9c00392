/* udpsink: receives datagrams and discards them: the upper bound of the receive rate on this machine.
 *
 *   cc -O2 -o udpsink udpsink.c
 *   ./udpsink PORT RECEIVE_BUFFER
 *
 * One socket on 127.0.0.1, recvmmsg for 64 datagrams at a time. Prints "ready" after the port is open. Ends when no
 * datagram has arrived for half a second, once one has. Then prints the number of received datagrams. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

enum { BATCH = 64, SLOT = 65 * 1024 };

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: udpsink PORT RECEIVE_BUFFER\n");
    return 2;
  }
  int fd = socket(AF_INET, SOCK_DGRAM, 0), bytes = atoi(argv[2]);
  /* Exceeds net.core.rmem_max with the privilege, otherwise uses what is allowed; the gateway does the same. */
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes))
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  struct timeval patience = {0, 500000};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  struct sockaddr_in at = {
      .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (fd < 0 || bind(fd, (void *)&at, sizeof at)) { perror("udpsink"); return 1; }

  static char buf[BATCH][SLOT];
  static struct sockaddr_in from[BATCH];
  struct iovec io[BATCH];
  struct mmsghdr msg[BATCH];
  memset(msg, 0, sizeof msg);
  for (int i = 0; i < BATCH; i++) {
    io[i] = (struct iovec){buf[i], SLOT};
    msg[i].msg_hdr = (struct msghdr){.msg_name = &from[i], .msg_iov = &io[i], .msg_iovlen = 1};
  }
  puts("ready");
  fflush(stdout);
  long datagrams = 0;
  while (1) {
    for (int i = 0; i < BATCH; i++) msg[i].msg_hdr.msg_namelen = sizeof from[i];
    int n = recvmmsg(fd, msg, BATCH, MSG_WAITFORONE, NULL);
    if (n > 0) datagrams += n;
    else if (errno != EINTR && datagrams > 0) break;
  }
  printf("%ld\n", datagrams);
  return 0;
}
