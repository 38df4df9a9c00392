package io.weir.gateway.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.SentSeries;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Requests have the same outcome whether or not the labels of their series are remembered. */
class KnownLabelsFuzzTest {
    private static final int REQUESTS = 5_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Many, and so few that the table starts over again and again. */
    private static final int[] MOST_SERIES = {1_000, 3};

    private static final byte[] V2 =
            SentSeries.body(RemoteWriteVersion.V2, List.of(SentSeries.of("__name__=other,job=node", 1, 0)));

    private long nanos = Intake.NOW_NANOS;
    private final long seed = Damage.seed();

    /** Consumes requests, with labels that it remembers. */
    private static final class Receiver {
        private final Intake intake = new Intake(128 << 10, 1_000, 1_000_000, 1 << 30);
        private final KnownLabels known;
        private final WriteRequests requests;

        Receiver(KnownLabels known) {
            this.known = known;
            this.requests = new WriteRequests(intake.lines, known);
        }

        /** The lines, the refusals, the counters and the report, as texts. */
        List<String> outcome(RemoteWriteVersion version, byte[] body, long nanos) {
            WriteReport report = requests.take(body, body.length, version, Intake.SOURCE, nanos);
            intake.lines.flush();
            List<Parcel> queued = intake.queued();
            List<String> outcome = new ArrayList<>(Intake.lines(queued));
            outcome.addAll(Intake.refusedTexts(queued));
            outcome.add("lines " + intake.counts.lines.sum() + " rejected " + intake.counts.rejected.snapshot()
                    + " warnings " + intake.counts.warnings.snapshot());
            outcome.add(report.samples() + " samples, " + report.histograms() + " histograms: " + report.message());
            return outcome;
        }
    }

    @Test
    void rememberedLabelsChangeNoOutcome() {
        RandomSeries random = new RandomSeries(new Random(seed));
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            bodies.add(random.next());
        }
        compare(bodies);
    }

    @Test
    void rememberedLabelsChangeNoOutcomeOfDamagedRequests() {
        RandomSeries random = new RandomSeries(new Random(seed));
        List<byte[]> valid = new ArrayList<>();
        while (valid.size() < 30) {
            byte[] body = random.next();
            if (body.length < 2_000) {
                valid.add(body);
            }
        }
        Damage damage = new Damage(seed, valid);
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < Damage.inputs(); i++) {
            bodies.add(damage.next());
        }
        compare(bodies);
    }

    private void compare(List<byte[]> bodies) {
        for (int mostSeries : MOST_SERIES) {
            Receiver remembering = new Receiver(new KnownLabels(mostSeries, 4 << 10));
            Receiver plain = new Receiver(new KnownLabels(mostSeries, 0));
            for (byte[] body : bodies) {
                nanos += SECOND_NANOS;
                assertThat(remembering.outcome(RemoteWriteVersion.V2, V2, nanos))
                        .isEqualTo(plain.outcome(RemoteWriteVersion.V2, V2, nanos));
                List<String> expected = plain.outcome(RemoteWriteVersion.V1, body, nanos);
                assertThat(remembering.outcome(RemoteWriteVersion.V1, body, nanos))
                        .as(HexFormat.of().formatHex(body))
                        .isEqualTo(expected);
            }
            assertThat(plain.known.size()).isZero();
            assertThat(remembering.known.size()).isBetween(1, mostSeries);
            assertThat(plain.intake.counts.rejected.total()).isPositive();
        }
    }
}
