/**
 * The experiment of DIRAC with databases for its monitoring. One Weir loads records of WMSHistory by AMQP into several
 * stores. Many clients then plot them, through Weir's PromQL and directly. In: command-line options. Out: tables.
 */
@NullMarked
package io.weir.benchmarks.dirac;

import org.jspecify.annotations.NullMarked;
