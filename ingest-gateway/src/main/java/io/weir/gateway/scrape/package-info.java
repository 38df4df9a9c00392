/**
 * The input that fetches what targets expose to Prometheus.
 *
 * <p>In: jobs, and the targets that files and services list. Out: bodies for {@code
 * gateway.exposition}, and samples about each target. HTTP is that of the JDK: a target costs no
 * thread. {@code gateway.poll} has the lists, the turns and the sharing of targets.
 */
@NullMarked
package io.weir.gateway.scrape;

import org.jspecify.annotations.NullMarked;
