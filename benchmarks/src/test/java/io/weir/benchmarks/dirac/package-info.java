/**
 * The experiment of DIRAC with databases for its monitoring: records of WMSHistory by AMQP into several stores at once,
 * then plots of them from many clients, through Weir's PromQL and directly. In: command-line options. Out: tables.
 */
@NullMarked
package io.weir.benchmarks.dirac;

import org.jspecify.annotations.NullMarked;
