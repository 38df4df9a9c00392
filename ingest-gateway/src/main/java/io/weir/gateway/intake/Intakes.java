package io.weir.gateway.intake;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import java.util.concurrent.Executor;

/** What an input is opened with: makes its intakes, each known to the gateway's time and meters. */
public interface Intakes {
    /**
     * An intake for one thread or event loop; nobody else may touch it but the tasks of {@code loop}.
     *
     * @param loop runs a task soon, on that thread or while that thread does not use the intake: the gateway asks once a second for
     *     what was gathered. Until it has run, the gateway's time stands still: it must not wait for anybody else
     * @param unit of the timestamps, where a sender does not say it with each request
     */
    LineIntake next(Executor loop, StampUnit unit);

    /** When something was received. */
    ReceiveClock clock();

    /** How long lines may wait for others before {@link LineIntake#flush}. */
    long lingerNanos();

    /** Where its lines go: says whether there is room, for an input whose senders can wait. */
    HandOff handOff();

    /** The Kafka that the gateway writes to. */
    KafkaSettings kafka();

    /** Reports what an input that reads topics could not read any more. */
    MissedRecords missed();

    /** What the input counts in. */
    InputCounts counts();
}
