package io.weir.writer.store.victoriametrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.LineCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DropRulesTest {
    private static final long NOW_MILLIS = 10_000;

    @Test
    void limitsAreExact() {
        ServerLimits limits = new ServerLimits(1_000, 500, 2, 3);

        assertThat(refused(limits, "m,a=123,b=123 v=1 9000000000")).isEmpty();
        assertThat(refused(limits, "m v=1 8999999999")).hasSize(1);
        assertThat(refused(limits, "m v=1 10500999999")).isEmpty();
        assertThat(refused(limits, "m v=1 10501000000")).hasSize(1);
        assertThat(refused(limits, "m,a=1,b=2,c=3 v=1 9000000000")).hasSize(1);
        assertThat(refused(limits, "m,a=1234 v=1 9000000000")).hasSize(1);
    }

    @Test
    void unknownLimitsRefuseNothing() {
        assertThat(refused(ServerLimits.UNKNOWN, "m v=1 " + Long.MIN_VALUE)).isEmpty();
        assertThat(refused(ServerLimits.UNKNOWN, "m v=1 " + Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void seriesThatIsNoneIsRefusedEachTime() {
        LineCheck check = new LineCheck();
        byte[] lines = "m,a v=1 1\nm,a v=1 1\nm,a=\\\\\\\\ v=1 1\n".getBytes(UTF_8);
        List<String> reasons = new ArrayList<>();
        check.check(
                lines,
                lines.length,
                new DropRules(ServerLimits.UNKNOWN, NOW_MILLIS),
                (from, to, reason) -> reasons.add(reason));
        assertThat(reasons).hasSize(3);
    }

    private static List<String> refused(ServerLimits limits, String line) {
        byte[] bytes = (line + "\n").getBytes(UTF_8);
        List<String> reasons = new ArrayList<>();
        new LineCheck()
                .check(
                        bytes,
                        bytes.length,
                        new DropRules(limits, NOW_MILLIS),
                        (from, to, reason) -> reasons.add(reason));
        return reasons;
    }
}
