package io.weir.gateway.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.consume.Message;
import io.weir.gateway.consume.MessageMapping;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineMapping;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.InputPage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttMappingTest {
    private final Intake intake = new Intake();

    @Test
    void thePageHasEveryReason() {
        String page = new InputPage("mqtt").text();
        assertThat(Arrays.stream(MqttError.values())
                        .filter(error -> error != MqttError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(page::contains);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "h/1      ! 21          ! t,host=h 1=21                               ",
                "h/1      ! ` -1.5e3 `  ! t,host=h 1=-1.5e3                           ",
                "h/1      ! +7          ! t,host=h 1=7                                ",
                "h/1      ! 1,evil=2    ! refused invalid-number: t,host=h 1=1,evil=2  ",
                "h/1      ! 1 17        ! refused invalid-number: t,host=h 1=1 17      ",
                "h/1      ! ` `         ! `refused invalid-number: t,host=h 1= `       ",
                "h/1      ! true        ! refused invalid-number: t,host=h 1=true      ",
                "h/1      ! NaN         ! refused not-finite: t,host=h 1=NaN    ",
                "h/1      ! 1e999       ! refused number-out-of-range: t,host=h 1=1e999",
                "h/1      ! ``          ! nothing                                       ",
                "/1       ! 1           ! refused mqtt-bad-topic: s//1 1                ",
                "h/       ! 1           ! refused mqtt-bad-topic: s/h/ 1                ",
                "\\/1     ! 1           ! refused mqtt-bad-topic: s/\\/1 1              ",
                "h/a\u001ab ! 1        ! refused mqtt-bad-topic: s/h/a\u001ab 1       ",
                "h        ! 1           ! refused mqtt-unexpected-topic: s/h 1          ",
                "h/1/2    ! 1           ! refused mqtt-unexpected-topic: s/h/1/2 1      ",
            })
    void numbersAreValuesOrRefused(String topic, String payload, String expected) {
        MqttMapping mapping = MqttMapping.ofValues(intake.lines, List.of(TopicTemplate.of("s/{host}/{field}")), "t");
        send(mapping, "s/" + topic, payload);
        assertThat(received()).isEqualTo(expected);
    }

    @Test
    void aTopicSpellsItsSeriesWithEscapes() {
        MqttMapping mapping =
                MqttMapping.ofValues(intake.lines, List.of(TopicTemplate.of("{measurement}/{host}/{field}")), "");
        send(mapping, "a b,c/ü=1, 2/x=y z", "1");
        assertThat(received()).isEqualTo("a\\ b\\,c,host=ü\\=1\\,\\ 2 x\\=y\\ z=1");
    }

    @Test
    void tagsAreAddedToEveryLineBetweenBrokenOnes() {
        MqttMapping mapping = ofLines("{host}/+", StampUnit.S);
        send(mapping, "h/x", "# comment\n\n a\\ b,t=1 v=\"x\ny\" 1\r\nbroken\nc v=1i,w=t 2\nd,host=i v=1\ne v=\"x");
        assertThat(received())
                .isEqualTo("a\\ b,host=h,t=1 v=\"x\ny\"; c,host=h v=1i,w=t; refused missing-fields: broken;"
                        + " refused duplicate-tag: d,host=i,host=h v=1; refused unterminated-string: e v=\"x");
    }

    @Test
    void aLongTopicOfManyLinesIsBounded() {
        MqttMapping mapping = ofLines("{host}", StampUnit.NS);
        int count = 1_000;
        send(mapping, "h".repeat(2_000), "a v=1\n".repeat(count));
        long refused = intake.counts.rejected.of("tagged-lines-too-long");
        assertThat(refused).isBetween(count / 2L, count - 10L);
        assertThat(intake.counts.lines.sum()).isEqualTo(count);
        intake.lines.flush();
        assertThat(Intake.lines(intake.queued())).hasSize((int) (count - refused));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '`',
            value = {
                "format: line                       ! cpu v=1                ! cpu,host=h v=1",
                "format: keyvalue, mapping: {measurement: m} ! a=1 b=x       ! m,host=h a=1,b=\"x\"",
                "format: csv, mapping: {measurement: m}      ! `a,b\n1,2\n3,4` ! m,host=h a=1,b=2; m,host=h a=3,b=4",
                "format: prometheus                 ! up{a=\"b\"} 1           ! up,a=b,host=h value=1",
                "format: infologger                 ! [METRIC] run,0 7 1790000000000 hostname=p ! run,host=h,hostname=p value=7i",
            })
    void everyFormatGetsTheTags(String keys, String payload, String expected) {
        send(mapping("topics: ['{host}/+'], " + keys), "h/x", payload.replace("\\n", "\n"));
        assertThat(received()).isEqualTo(expected);
    }

    @Test
    void recordsGetTagsAndBrokenOnesAreRefused() {
        MessageMapping mapping =
                mapping("topics: ['{room}/#'], format: json, mapping: {measurement: climate, tags: {unit: /u}}");
        send(mapping, "hall", "{\"u\": \"C\", \"t\": 21.5}{\"t\": [}{\"t\": 22}");
        assertThat(received()).isEqualTo("climate,room=hall,unit=C t=21.5; refused broken-json: {\"t\": [}{\"t\": 22}");
    }

    /** The tags of one message must not reach the next one, whose topic has none. */
    @Test
    void tagsAreThoseOfTheirOwnMessage() {
        MessageMapping mapping = mapping("topics: ['a/{host}', 'b/{rack}/+', c]");
        send(mapping, "a/1", "cpu v=1");
        send(mapping, "c", "cpu v=2");
        send(mapping, "b/1/x", "cpu v=3");
        send(mapping, "a/2", "cpu v=4");
        assertThat(received()).isEqualTo("cpu v=2; cpu,host=1 v=1; cpu,host=2 v=4; cpu,rack=1 v=3");
    }

    /** A line within its limit must not exceed it with the tags. */
    @Test
    void aLineIsLimitedWithItsTags() {
        Intake limited = new Intake(Limits.of(
                new LimitSettings(
                        List.of(), 10, LineBudget.UNLIMITED, LineLimits.NONE, LineLimits.NONE, LineLimits.STANDARD),
                () -> 0));
        MqttMapping mapping = MqttMapping.ofMessages(
                limited.lines,
                List.of(TopicTemplate.of("{host}")),
                new LineMapping(limited.lines, StampUnit.NS)::messages);
        String text = "m v=\"" + "x".repeat(60_000) + "\",w=\"" + "x".repeat(60_000) + "\",x=\"";
        int most = 128 * 1024;
        String longest = text + "x".repeat(most - text.length() - ",host=h\"".length()) + "\"";
        send(mapping, "h", longest);
        send(mapping, "hh", longest);
        limited.lines.flush();
        assertThat(limited.counts.rejected.of("line-too-long")).isEqualTo(1);
        assertThat(Intake.lines(limited.queued())).hasSize(1);
    }

    /** A topic is forgotten when many others arrive, and spelled again. */
    @Test
    void remembersABoundedNumberOfTopics() {
        KnownTopics topics = KnownTopics.tags(List.of(TopicTemplate.of("{host}")));
        KnownTopics.Topic first = topics.of("h");
        assertThat(topics.of("h")).isSameAs(first);
        String rest = "x".repeat(1_000);
        for (int i = 0; i < 5_000; i++) {
            topics.of(i + rest);
        }
        assertThat(topics.of("h")).isNotSameAs(first);
        assertThat(new String(topics.of("h").text(), UTF_8)).isEqualTo(",host=h");
    }

    private MqttMapping ofLines(String template, StampUnit unit) {
        return MqttMapping.ofMessages(
                intake.lines, List.of(TopicTemplate.of(template)), new LineMapping(intake.lines, unit)::messages);
    }

    private MessageMapping mapping(String keys) {
        MqttInputSettings settings = YamlSource.text("test", "{" + keys + "}")
                .read(section -> MqttInputSettings.read(new InputName("mqtt", true), section));
        return settings.payloads().mapping(settings.mqtt().topics().templates()).apply(intake.lines);
    }

    private void send(MessageMapping mapping, String topic, String payload) {
        Message message = new Message(1, payload.getBytes(UTF_8), Message.NO_TIME, topic, topic);
        mapping.message(message, Intake.SOURCE, Intake.NOW_NANOS);
    }

    private String received() {
        intake.lines.flush();
        List<Parcel> queued = intake.queued();
        // A newline in a string follows no digit.
        Stream<String> lines = Intake.only(Parcel.Batch.class, queued).stream()
                .flatMap(batch -> Stream.of(new String(batch.lines(), UTF_8).split("(?<=\\d)\n")))
                .map(line -> line.replaceFirst(" \\d+$", ""))
                .sorted();
        Stream<String> refused = Intake.only(Parcel.Refused.class, queued).stream()
                .map(one -> "refused " + one.reason() + ": " + new String(one.bytes(), UTF_8));
        String all = String.join("; ", Stream.concat(lines, refused).toList());
        return all.isEmpty() ? "nothing" : all;
    }
}
