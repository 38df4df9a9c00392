package io.weir.gateway.flume;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.testing.InputPage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlumeIntakeTest {
    private final Intake intake = new Intake();

    @Test
    void whatThePageShowsArrivesAsItSays() {
        InputPage page = new InputPage("flume");
        receive(page.blocks("json").get(0), StampUnit.NS);
        assertThat(lines()).containsExactlyInAnyOrderElementsOf(page.arrivesAs("json"));
    }

    @Test
    void readsTimestampsInTheUnitThatIsSet() {
        receive("{\"headers\":{\"name\":\"m\",\"value_v\":\"1\",\"timestamp\":\"1790000000001\"}}", StampUnit.MS);
        assertThat(lines()).containsExactly("m v=1 1790000000001000000");
    }

    @Test
    void countsWhatItRefusesAndKeepsItsBytes() {
        receive("{\"headers\":{\"name\":\"m\",\"value_v\":\"1\"}}\n{\"headers\":\n{}", StampUnit.NS);
        receive("", StampUnit.NS);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("broken-json", 1L, "flume-not-an-event", 1L));
        assertThat(intake.counts.datagrams.sum()).isEqualTo(2);
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
        assertThat(Intake.refusedTexts(intake.queued())).containsExactly("{\"headers\":", "{}");
    }

    private void receive(String text, StampUnit unit) {
        byte[] bytes = text.getBytes(UTF_8);
        new FlumeIntake(intake.lines, unit).datagram(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
    }

    private List<String> lines() {
        intake.lines.flush();
        return Intake.lineTexts(intake.queued());
    }
}
