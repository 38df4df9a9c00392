/**
 * The outputs of a probe and their settings: UDP, line protocol and OTLP over HTTP, standard output,
 * and a page for Prometheus.
 *
 * <p>Input: a {@link io.weir.standalone.probe.out.Round} of points. Each output has a bounded
 * memory, and a thread of its own if its receiver can block. Allowed imports: the contract and the
 * messages of OTLP.
 */
@NullMarked
package io.weir.standalone.probe.out;

import org.jspecify.annotations.NullMarked;
