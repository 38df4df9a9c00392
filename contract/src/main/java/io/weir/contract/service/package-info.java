/**
 * How a service starts, tells how it is, and ends; the same for all of them.
 *
 * <p>Comes in: settings, a topology. Goes out: running services, meters and health over HTTP, exit codes. May import: Kafka's
 * clients and Streams, Micrometer, Jetty, the contract's topics and YAML sections.
 */
@NullMarked
package io.weir.contract.service;

import org.jspecify.annotations.NullMarked;
