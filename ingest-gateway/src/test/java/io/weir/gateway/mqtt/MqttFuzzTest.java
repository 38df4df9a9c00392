package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.consume.Message;
import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.MessageDatagrams;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MqttFuzzTest {
    private static final String TOPIC = "farm/h 1";
    private static final List<TopicTemplate> TEMPLATES = List.of(TopicTemplate.of("farm/{host}"));

    @Test
    void everyLineArrivesOrIsCounted() {
        run(
                lines -> MqttMapping.ofMessages(lines, TEMPLATES, new LineMapping(lines, StampUnit.AUTO)::messages),
                "cpu v=1\n",
                "cpu,a=b v=1i,w=\"x\\\"\ny\" 1790000000\nmem\\ 1 v=t\n# no\n",
                "cpu v=1,v=\"\"\r\n\n m,a=1 v=2u");
    }

    @Test
    void everyNumberArrivesOrIsCounted() {
        run(lines -> MqttMapping.ofValues(lines, TEMPLATES, "t"), "1", "-12.5e-3", " +17\n");
    }

    private static void run(Function<LineIntake, MqttMapping> mapping, String whole, String... more) {
        List<byte[]> valid = Stream.concat(Stream.of(whole), Stream.of(more))
                .map(text -> text.getBytes(UTF_8))
                .toList();
        new InputFuzz(
                        intake -> datagrams(intake, mapping.apply(intake.lines)),
                        whole.getBytes(UTF_8),
                        text -> Stream.of(text.replace('\0', ' ').split("\n"))
                                .allMatch(line -> line.isBlank() || isComment(line)))
                .run(valid);
    }

    private static boolean isComment(String line) {
        return line.stripLeading().startsWith("#");
    }

    private static DatagramIntake datagrams(Intake intake, MqttMapping mapping) {
        return new MessageDatagrams(
                intake.lines,
                (bytes, from, to, source, receivedNanos) -> mapping.message(
                        new Message(1, Arrays.copyOfRange(bytes, from, to), Message.NO_TIME, TOPIC, TOPIC),
                        source,
                        receivedNanos));
    }
}
