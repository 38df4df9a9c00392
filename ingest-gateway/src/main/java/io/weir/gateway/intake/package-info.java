/**
 * The common path of all inputs: reads lines, puts them into canonical form, assigns partitions,
 * collects batches, and hands them over.
 *
 * <p>In: line protocol with its source and receive time, from the inputs. Out: batches in a queue,
 * both of package {@code batch}, for {@code io.weir.gateway.publish}. Pure logic: time is an
 * argument, and the package must not import Netty or Kafka. Each {@link
 * io.weir.gateway.intake.LineIntake} belongs to one event loop. Threads share only the queue, the
 * clock of package {@code stamp} and the counts of package {@code count}.
 */
@NullMarked
package io.weir.gateway.intake;

import org.jspecify.annotations.NullMarked;
