/**
 * The sensor of a host: what its system tells of CPU, memory, disks, network and processes, as line protocol over UDP.
 *
 * <p>Comes in: what OSHI reads, and the meters of Weir. Goes out: datagrams to a gateway. Each subject is a file: a snapshot that becomes lines, and
 * the {@link io.weir.standalone.probe.Collector} that takes it. May import: the contract and OSHI; no service, no Kafka.
 */
@NullMarked
package io.weir.standalone.probe;

import org.jspecify.annotations.NullMarked;
