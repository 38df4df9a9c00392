package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageDatagrams;
import io.weir.gateway.intake.MessageIntake;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AliEcsFuzzTest {
    @ParameterizedTest
    @ValueSource(strings = {"aliecs.run", "aliecs.env_state.RUNNING", "aliecs.env_list.RUNNING"})
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyMessageIsALineOrCounted(String topic) {
        List<RecordedMessages> ofTopic = RecordedMessages.all()
                .filter(each -> each.topic().equals(topic) || topic.equals("aliecs.run"))
                .toList();
        RecordedMessages whole = ofTopic.stream()
                .filter(each ->
                        each.topic().equals(topic) && each.expected().get(0).startsWith("line: "))
                .findFirst()
                .orElseThrow();

        new InputFuzz(
                        intake -> new MessageDatagrams(intake.lines, of(topic, intake.lines)),
                        whole.bytes(),
                        text -> isPassedOver(topic, text.getBytes(ISO_8859_1)))
                .run(ofTopic.stream().map(RecordedMessages::bytes).toList());
    }

    private static MessageIntake of(String topic, LineIntake lines) {
        EventLines events = new EventLines(lines);
        return (bytes, from, to, source, nanos) -> events.message(bytes, from, to, EventLinesTest.place(topic), nanos);
    }

    private static boolean isPassedOver(String topic, byte[] bytes) {
        try {
            return bytes.length == 0 || new EventReader().read(topic, bytes, 0, bytes.length) instanceof EcsEvent.Other;
        } catch (IOException e) {
            return false;
        }
    }
}
