/**
 * The page: how long a value takes from its datagram to the screen, what the page weighs, how smoothly it draws, and what many browsers cost
 * the server. Drives the Chromium of this machine. Out: tables. May import all of Weir.
 */
@NullMarked
package io.weir.benchmarks.dashboard;

import org.jspecify.annotations.NullMarked;
