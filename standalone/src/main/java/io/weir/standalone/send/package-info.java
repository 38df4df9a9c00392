/**
 * The {@code weir send} command: generated load, or a file played again, to the gateway's UDP door, and an account of what came
 * of it.
 *
 * <p>Comes in: a command line, a file of line protocol, the meters of the services. Goes out: datagrams, progress on standard
 * error, a table on standard output. May import: the contract's line reader and durations, picocli, whether there is a terminal, JNA (in {@link
 * io.weir.standalone.send.SourcesWire} and {@link io.weir.standalone.send.LibC} only).
 */
@NullMarked
package io.weir.standalone.send;

import org.jspecify.annotations.NullMarked;
