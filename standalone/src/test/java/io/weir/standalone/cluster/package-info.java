/**
 * Tests of whole farms: services in separate processes with one or three brokers. Input: load, and
 * faults such as kills, suspensions, wrong clocks and full disks. Output: the store, the windows
 * and the alarms, which must account for every acknowledged line.
 */
@NullMarked
package io.weir.standalone.cluster;

import org.jspecify.annotations.NullMarked;
