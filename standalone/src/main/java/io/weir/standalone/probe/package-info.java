/**
 * The probe of a host: measures CPU, memory, disks, network and processes, and sends them as line
 * protocol over UDP.
 *
 * <p>Input: values from OSHI, and the meters of Weir. Output: datagrams to a gateway. Each subject
 * has its own file: a snapshot that becomes lines, and the
 * {@link io.weir.standalone.probe.Collector} that takes it. Allowed imports: the contract and OSHI;
 * no service, no Kafka.
 */
@NullMarked
package io.weir.standalone.probe;

import org.jspecify.annotations.NullMarked;
