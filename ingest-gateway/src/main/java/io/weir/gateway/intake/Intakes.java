package io.weir.gateway.intake;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * The environment of an input. Creates its intakes and registers each with the gateway's time and
 * meters.
 */
public interface Intakes {
    /**
     * Creates an intake for one thread or event loop. Only that thread and the tasks of
     * {@code loop} may use it.
     *
     * @param loop runs a task soon, on that thread or while that thread does not use the intake.
     *     The gateway flushes the intake through it once a second. The gateway's time stands still
     *     until the task has run, so the loop must not block
     */
    LineIntake next(Executor loop);

    /** The clock for receive times. */
    ReceiveClock clock();

    /** Maximum time that lines may wait for others before {@link LineIntake#flush}. */
    long lingerNanos();

    /** The queue for the lines. Inputs whose senders can wait ask it whether there is room. */
    PublishQueue queue();

    /** The Kafka cluster that the gateway writes to. */
    KafkaSettings kafka();

    /** Reports records that an input could no longer read from its topic. */
    MissedRecords missed();

    /** The gateway's directory, for what an input must know after a restart. It may not exist. */
    Path directory();

    /** The id of the gateway, stable over restarts. */
    String gatewayId();

    /** The counters of the input. */
    InputCounts counts();
}
