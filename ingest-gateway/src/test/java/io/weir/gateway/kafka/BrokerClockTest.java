package io.weir.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BrokerClockTest {
    private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final ReceiveClock clock = new ReceiveClock(Clock.systemUTC(), System::nanoTime);
    private final BrokerClock brokers = new BrokerClock(KafkaSettings.defaults(), "one", clock);

    @Test
    void anAnswerThatIsTooLateToUseDoesNotStopTheTicks() {
        assertThat(clock.isRight()).isFalse();
        assertThat(clock.wrong()).contains("Kafka's brokers have not shown their time yet");

        answerAfter(TimeUnit.SECONDS.toNanos(2), System.currentTimeMillis() + HOUR_MILLIS);
        clock.check();
        assertThat(clock.isRight()).isTrue();
        assertThat(clock.wrong()).isNull();
        assertThat(clock.aheadSeconds()).isNaN();
    }

    @Test
    void anAnswerInTimeShowsAWrongClock() {
        answerAfter(TimeUnit.MILLISECONDS.toNanos(5), System.currentTimeMillis() + HOUR_MILLIS);
        clock.check();
        assertThat(clock.isRight()).isFalse();
        assertThat(clock.wrong()).contains("behind Kafka's");
    }

    @Test
    void oneWrongBrokerOfThreeMisleadsNobodyAtTheStart() {
        long now = System.currentTimeMillis();
        handle(0, TimeUnit.MILLISECONDS.toNanos(5), now - HOUR_MILLIS);
        clock.check();
        assertThat(clock.aheadSeconds()).as("before all were asked").isNaN();

        handle(1, TimeUnit.MILLISECONDS.toNanos(5), now);
        handle(2, TimeUnit.MILLISECONDS.toNanos(5), now);
        brokers.endFirstRound();
        clock.check();
        assertThat(clock.wrong()).isNull();
        assertThat(clock.aheadSeconds()).isBetween(-5.0, 5.0);
    }

    private void answerAfter(long nanos, long stampMillis) {
        handle(0, nanos, stampMillis);
        brokers.endFirstRound();
    }

    private void handle(int partition, long nanos, long stampMillis) {
        brokers.handle(partition, stampMillis, System.nanoTime() - nanos, nanos);
    }
}
