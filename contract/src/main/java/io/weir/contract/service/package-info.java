/**
 * The start, health and end of a service, common to all services.
 *
 * <p>In: settings. Out: running services, meters and health over HTTP, exit codes. May import: Kafka's
 * clients, Micrometer, Jetty, the contract's topics, tokens and YAML sections.
 */
@NullMarked
package io.weir.contract.service;

import org.jspecify.annotations.NullMarked;
