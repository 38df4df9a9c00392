/**
 * The {@code weir send} command: sends generated load, or a recorded file, to the gateway's UDP
 * input, and accounts for every line.
 *
 * <p>Input: a command line, a file of line protocol, the meters of the services. Output: datagrams,
 * progress on standard error, a table on standard output. Allowed imports: the contract's line
 * reader and durations, picocli, the check for a terminal, JNA (only in
 * {@link io.weir.standalone.send.SourcesWire} and {@link io.weir.standalone.send.LibC}).
 */
@NullMarked
package io.weir.standalone.send;

import org.jspecify.annotations.NullMarked;
