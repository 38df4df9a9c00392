package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.kafka.RecordPlace;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventLinesTest {
    /** The messages begin at this index. */
    private static final int FROM = 3;

    private final Intake intake = new Intake();
    private final EventLines events = new EventLines(intake.lines);

    static Stream<RecordedMessages> messages() {
        return RecordedMessages.all();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aMessageBecomesALineOrIsRefusedWithItsPlace(RecordedMessages message) {
        List<String> became = take(message);

        assertThat(became).hasSameSizeAs(message.expected());
        for (int i = 0; i < became.size(); i++) {
            String expected = message.expected().get(i);
            String actual = became.get(i);
            // Some refusals have no place in the test data.
            boolean hasPlace = isLine(expected) || expected.matches(".* \\d+");
            assertThat(hasPlace ? actual : actual.replaceAll(" \\d+$", "")).isEqualTo(expected);
        }
    }

    @Test
    void aWrongMessageCostsItsNeighboursNothing() {
        List<RecordedMessages> all = messages().toList();
        long lines = all.stream()
                .flatMap(each -> each.expected().stream())
                .filter(EventLinesTest::isLine)
                .count();

        List<String> became = all.stream().flatMap(each -> take(each).stream()).toList();

        assertThat(became.stream().filter(EventLinesTest::isLine)).hasSize((int) lines);
        assertThat(intake.counts.lines.sum()).isEqualTo(lines + intake.counts.rejected.total());
    }

    private static boolean isLine(String expected) {
        return expected.startsWith("line: ");
    }

    private List<String> take(RecordedMessages message) {
        byte[] bytes = new byte[FROM + message.bytes().length];
        System.arraycopy(message.bytes(), 0, bytes, FROM, message.bytes().length);
        List<String> became = new ArrayList<>();
        long otherBefore = intake.counts.warnings.of(EventLines.OTHER_EVENT);
        long unknownBefore = intake.counts.warnings.of(EventLines.UNKNOWN_FIELD);

        events.message(bytes, FROM, bytes.length, place(message.topic()), Intake.NOW_NANOS);
        intake.lines.flush();

        for (Parcel parcel : intake.queued()) {
            if (parcel instanceof Parcel.Batch batch) {
                became.add("line: " + new String(batch.lines(), UTF_8).strip().replace("\n", "\\n"));
            } else if (parcel instanceof Parcel.Refused refused) {
                assertThat(refused.bytes()).isEqualTo(message.bytes());
                assertThat(refused.source()).isEqualTo(message.topic() + "/1@7");
                became.add("refused: " + refused.reason() + " " + refused.at());
            }
        }
        List<String> warned = new ArrayList<>();
        for (long i = unknownBefore; i < intake.counts.warnings.of(EventLines.UNKNOWN_FIELD); i++) {
            warned.add(EventLines.UNKNOWN_FIELD);
        }
        for (long i = otherBefore; i < intake.counts.warnings.of(EventLines.OTHER_EVENT); i++) {
            warned.add(EventLines.OTHER_EVENT);
        }
        if (!warned.isEmpty()) {
            became.add("warned: " + String.join(" ", warned));
        }
        return became;
    }

    static SocketAddress place(String topic) {
        return new RecordPlace(new ConsumerRecord<>(topic, 1, 7, new byte[0], new byte[0]));
    }
}
