package io.weir.phoebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the output byte for byte with that of Phoebus' own writer; {@code phoebus/README.md} of
 * the test resources describes how the expectations were derived.
 */
class PhoebusJsonTest {

    private static final String PATH = "/Accelerator/" + Alarms.ID;
    private static final ZoneId GENEVA = ZoneId.of("Europe/Zurich");

    @ParameterizedTest
    @EnumSource
    void writesAlarmsOfEachStateAsPhoebusDoes(AlarmState state) throws IOException {
        boolean isWell = state == AlarmState.NORMAL || state == AlarmState.RETURNED;
        AlarmEvent alarm = Alarms.alarm(state, isWell ? Severity.OK : Severity.MAJOR, Severity.MAJOR);
        Item item = Item.of(alarm, GENEVA);

        assertThat("config:" + PATH + " " + new String(item.config(), UTF_8) + "\nstate:" + PATH + " "
                        + new String(item.state(), UTF_8) + "\n")
                .isEqualTo(golden(state.name().toLowerCase(Locale.ROOT)));
    }

    @Test
    void writesNodesAndDeletionsAsPhoebusDoes() throws IOException {
        AlarmTree tree = new AlarmTree("Accelerator");
        Mirror mirror = new Mirror(tree);
        StringBuilder written = new StringBuilder();
        Mirror.Outlet outlet = new Mirror.Outlet() {
            @Override
            public void write(String key, byte @Nullable [] value) {
                written.append(key)
                        .append(' ')
                        .append(value == null ? "null" : new String(value, UTF_8))
                        .append('\n');
            }

            @Override
            public void talk(String path, byte[] value) {
                write("talk:" + path, value);
            }
        };
        mirror.sync(outlet);
        AlarmEvent raised = Alarms.alarm(Alarms.ID, AlarmState.UNACKNOWLEDGED, Severity.MAJOR);
        tree.put(raised.id(), Item.of(raised, GENEVA), mirror::touch);
        mirror.sync(outlet);
        tree.put(raised.id(), null, mirror::touch);
        mirror.sync(outlet);

        assertThat(written.toString()).isEqualTo(golden("raised-and-forgotten"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "pump is hot; {\"standout\":false,\"severity\":\"MINOR\",\"talk\":\"MINOR Alarm: pump is hot\"}",
                "*pump is hot; {\"standout\":false,\"severity\":\"MINOR\",\"talk\":\"pump is hot\"}",
                "!pump is hot; {\"standout\":true,\"severity\":\"MINOR\",\"talk\":\"MINOR Alarm: pump is hot\"}",
                "*!pump is hot; {\"standout\":true,\"severity\":\"MINOR\",\"talk\":\"pump is hot\"}",
                "!*pump is hot; {\"standout\":true,\"severity\":\"MINOR\",\"talk\":\"MINOR Alarm: *pump is hot\"}",
                "*; {\"standout\":false,\"severity\":\"MINOR\",\"talk\":\"\"}",
            })
    void announcesAsPhoebusDoes(String text, String json) {
        assertThat(new String(PhoebusJson.talk(PhoebusSeverity.MINOR, text), UTF_8))
                .isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({"95.0, 95", "-0.5, -0.5", "1.0E300, 1.0E300"})
    void writesWholeNumbersWithoutFraction(double value, String text) {
        AlarmEvent alarm = Alarms.alarm("a", AlarmState.UNACKNOWLEDGED, Severity.MINOR, Severity.MINOR, value, "");

        assertThat(LeafState.of(alarm).value()).isEqualTo(text);
    }

    @Test
    void writesTextsAndMissingValues() {
        AlarmEvent alarm = Alarms.alarm("a", AlarmState.UNACKNOWLEDGED, Severity.MINOR, Severity.MINOR, null, "");

        assertThat(LeafState.of(alarm).value()).isEmpty();
        assertThat(LeafState.of(Alarms.withText(alarm, "DOWN")).value()).isEqualTo("DOWN");
    }

    @Test
    void aWebPageAsGuidanceIsAlsoADisplay() {
        AlarmEvent alarm =
                Alarms.alarm("a", AlarmState.NORMAL, Severity.OK, Severity.OK, null, "https://wiki.example.org/cpu");

        assertThat(new String(PhoebusJson.leaf(alarm, GENEVA), UTF_8))
                .endsWith("\"guidance\":[{\"title\":\"Guidance\",\"details\":\"https://wiki.example.org/cpu\"}],"
                        + "\"displays\":[{\"title\":\"Guidance\",\"details\":\"https://wiki.example.org/cpu\"}]}");
    }

    @Test
    void describesAnAlarmWithoutTagsByItsRule() {
        AlarmEvent alarm = Alarms.withoutTags(Alarms.alarm("a", AlarmState.NORMAL, Severity.OK));

        assertThat(new String(PhoebusJson.leaf(alarm, GENEVA), UTF_8)).contains("\"description\":\"a\",");
    }

    /** Phoebus omits {@code latching} if it is true. */
    @Test
    void writesWhetherTheRuleLatches() {
        AlarmEvent alarm = Alarms.alarm("a", AlarmState.NORMAL, Severity.OK);

        assertThat(new String(PhoebusJson.leaf(alarm, GENEVA), UTF_8)).contains("\"latching\":false");
        assertThat(new String(PhoebusJson.leaf(Alarms.latching(alarm), GENEVA), UTF_8))
                .doesNotContain("latching");
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = PhoebusJsonTest.class.getResourceAsStream("/phoebus/" + name + ".golden")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        }
    }
}
