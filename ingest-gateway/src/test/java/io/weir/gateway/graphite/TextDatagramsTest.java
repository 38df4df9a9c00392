package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.TextDatagrams;
import io.weir.gateway.path.Templates;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextDatagramsTest {
    private static final byte[] DATAGRAM = "a 1 1\r\n\r\n  \nb 2 2".getBytes(UTF_8);

    private final Intake intake = new Intake();
    private final TextDatagrams datagrams =
            new TextDatagrams(new GraphiteMapping(intake.lines, Templates.of(List.of())));

    @Test
    void blankLinesDoNotCount() {
        assertThat(datagrams.linesIn(DATAGRAM, 0, DATAGRAM.length)).isEqualTo(2);
        assertThat(datagrams.unreadLinesIn(DATAGRAM, 0, DATAGRAM.length)).isEqualTo(2);
        assertThat(datagrams.linesIn(DATAGRAM, 0, 0)).isZero();
    }

    @Test
    void eachLineIsRefusedByItself() {
        datagrams.refuseAll("too-long", DATAGRAM, 0, DATAGRAM.length, Intake.SOURCE, Intake.NOW_NANOS);
        assertThat(intake.counts.lines.sum()).isEqualTo(2);
        assertThat(intake.counts.rejected.of("too-long")).isEqualTo(2);
        assertThat(Intake.refusedTexts(intake.queued())).containsExactly("a 1 1\r", "b 2 2");
    }
}
