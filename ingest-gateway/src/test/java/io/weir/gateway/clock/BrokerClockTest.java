package io.weir.gateway.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.gateway.intake.ReceiveClock;
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
        assertThat(clock.wrong()).contains("no answer from Kafka's brokers");

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

    private void answerAfter(long nanos, long stampMillis) {
        brokers.hear(0, stampMillis, System.nanoTime() - nanos, nanos);
    }
}
