/**
 * The probe of a host: measures CPU, memory, disks, network and processes.
 *
 * <p>Input: values from OSHI, files of Linux, two programs ({@code smartctl}, {@code ipmitool}), and
 * the meters of Weir. Output: a round of points to an {@link io.weir.standalone.probe.out.Output}.
 * Each subject has a {@link io.weir.standalone.probe.Collector} in a file of its own. No service, no
 * Kafka.
 */
@NullMarked
package io.weir.standalone.probe;

import org.jspecify.annotations.NullMarked;
