/**
 * InfluxDB line protocol as bytes: reading lines and series, writing canonical lines, and the hash that places a series.
 *
 * <p>In come byte ranges (datagrams, record values); out go offsets into them, numbers, reason codes and canonical bytes.
 * The rules are those of <a href="https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/">the reference</a>
 * and, where it is silent, of InfluxDB 1.x. It imports a hash and a decimal-to-double library and nothing else of the house.
 */
@NullMarked
package io.weir.contract.line;

import org.jspecify.annotations.NullMarked;
