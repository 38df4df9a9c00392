/**
 * Converts the values that Zabbix agents and {@code zabbix_sender} send to a Zabbix server.
 *
 * <p>In: frames with a header and a request as JSON. Out: lines in a
 * {@link io.weir.gateway.intake.LineIntake}, and the answers of a server. The package must not import
 * Netty or Kafka.
 *
 * <p>Sources of the format: Zabbix' documentation "Header", "Zabbix sender protocol" and "Passive and
 * active agent checks" of 5.0 to 7.4. Before 7.0, each value has a host and a key; since then, the
 * request has the host, and a value has the number of its item in the server's list.
 */
@NullMarked
package io.weir.gateway.zabbix;

import org.jspecify.annotations.NullMarked;
