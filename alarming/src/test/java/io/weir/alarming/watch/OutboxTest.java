package io.weir.alarming.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.MessageKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private final List<String> sent = new ArrayList<>();
    private final Outbox outbox = new Outbox(record -> sent.add(new String(record.key(), UTF_8)));

    @Test
    void heldMessagesAreSentByTimeAndId() {
        send(9, "first");
        outbox.hold();
        send(3, "b");
        send(2, "c");
        send(3, "a");
        assertThat(sent).containsExactly("first");

        outbox.release();
        send(1, "last");
        assertThat(sent).containsExactly("first", "c", "a", "b", "last");
    }

    @Test
    void heldMessagesAreLimited() {
        outbox.hold();
        for (int i = 0; i < 25_000; i++) {
            send(25_000 - i, "alarm");
        }
        assertThat(sent).hasSize(20_000);
        outbox.release();
        assertThat(sent).hasSize(25_000);
    }

    private void send(long timeMillis, String key) {
        outbox.send(timeMillis, key, new byte[0], MessageKind.CONDITION, 10);
    }
}
