/**
 * InfluxDB line protocol as bytes: reading lines and series, writing canonical lines, and the hash
 * that determines a series' partition.
 *
 * <p>In: byte ranges (datagrams, record values). Out: offsets into them, numbers, reason codes and
 * canonical bytes. The rules are those of <a
 * href="https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/">the reference</a>
 * and, if it is silent, of InfluxDB 1.x. Imports a hash and a decimal-to-double library, and
 * nothing else of Weir.
 */
@NullMarked
package io.weir.contract.line;

import org.jspecify.annotations.NullMarked;
