/**
 * VictoriaMetrics, single-node or cluster, over its {@code /write}.
 *
 * <p>In: a URL, then canonical lines. Out: lines of numbers. VictoriaMetrics reports success for
 * lines that it drops or changes, so this package refuses such lines before they are sent.
 */
@NullMarked
package io.weir.writer.store.victoriametrics;

import org.jspecify.annotations.NullMarked;
