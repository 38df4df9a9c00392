package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.MessageKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final List<String> told = new ArrayList<>();
    private final Outbox outbox = new Outbox(record -> told.add(new String(record.key(), UTF_8)));

    @Test
    void whatIsHeldIsToldByTimeAndId() {
        tell(9, "first");
        outbox.hold();
        tell(3, "b");
        tell(2, "c");
        tell(3, "a");
        assertThat(told).containsExactly("first");

        outbox.release();
        tell(1, "last");
        assertThat(told).containsExactly("first", "c", "a", "b", "last");
    }

    @Test
    void noMoreIsHeldThanThereIsRoomFor() {
        outbox.hold();
        for (int i = 0; i < 25_000; i++) {
            tell(25_000 - i, "alarm");
        }
        assertThat(told).hasSize(20_000);
        outbox.release();
        assertThat(told).hasSize(25_000);
    }

    private void tell(long timeMillis, String key) {
        outbox.tell(timeMillis, key, new byte[0], MessageKind.CONDITION, 10);
    }
}
