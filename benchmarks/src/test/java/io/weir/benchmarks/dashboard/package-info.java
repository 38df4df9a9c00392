/**
 * Benchmarks of the page: latency from a datagram to the screen, size, smoothness, and the server's
 * cost of many browsers. Uses the Chromium of this machine. In: command-line options. Out: tables.
 * May import all of Weir.
 */
@NullMarked
package io.weir.benchmarks.dashboard;

import org.jspecify.annotations.NullMarked;
