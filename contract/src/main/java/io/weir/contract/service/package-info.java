/**
 * The start, health and end of a service, common to all services.
 *
 * <p>In: settings, a topology. Out: running services, meters and health over HTTP, exit codes. May
 * import: Kafka's clients and Streams, Micrometer, Jetty, the contract's topics, tokens and YAML
 * sections.
 */
@NullMarked
package io.weir.contract.service;

import org.jspecify.annotations.NullMarked;
