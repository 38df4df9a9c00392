package io.weir.gateway.remotewrite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.testing.Proto;
import org.junit.jupiter.api.Test;

/** KnownLabelsFuzzTest compares outcomes, which are the same if nothing is remembered. */
class KnownLabelsTest {
    private static final byte[] LINE = "up,job=node".getBytes(UTF_8);

    private final KnownLabels known = new KnownLabels();

    @Test
    void labelsAreRememberedWhateverSamplesFollow() {
        assertThat(find(new Proto().message(1, label("up")).message(2, sample(1))))
                .isFalse();
        known.learn(LINE, LINE.length, 30, 0);
        assertThat(find(new Proto().message(1, label("other")).message(2, sample(1))))
                .isFalse();

        Proto again = new Proto().message(1, label("up"));
        int labels = again.bytes().length;
        assertThat(find(again.message(2, sample(2)).message(2, sample(3)))).isTrue();
        assertThat(known.end()).isEqualTo(labels);
        CanonicalSeries found = known.found();
        assertThat(new String(found.bytes(), found.from(), found.to() - found.from(), UTF_8))
                .isEqualTo("up,job=node");
        assertThat(found.rank()).isEqualTo(30);
    }

    /** They must be read in full. */
    @Test
    void labelsAfterASampleAreNotRemembered() {
        Proto late = new Proto().message(1, label("up")).message(2, sample(1)).message(1, label("late"));
        assertThat(find(late)).isFalse();
        known.learn(LINE, LINE.length, 30, 0);
        assertThat(known.size()).isZero();
        assertThat(find(late)).isFalse();
    }

    private boolean find(Proto series) {
        byte[] body = series.bytes();
        return known.find(body, Place.of(0, body.length));
    }

    private static Proto label(String value) {
        return new Proto().text(1, "__name__").text(2, value);
    }

    private static Proto sample(double value) {
        return new Proto().number(1, value).integer(2, 1_790_000_000_000L);
    }
}
