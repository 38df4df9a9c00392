package io.weir.gateway.poll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.LineDatagrams;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollWorkerTest {
    /** The lines of an answer are handed over immediately; its aggregated fields wait for other targets. */
    @Test
    void valuesOfSeveralTargetsAreAggregated() {
        try (OneInput input = new OneInput("scrape")
                .aggregating(List.of(new SourceAggregation(new Glob("m"), List.of(), List.of("v"))))) {
            PollWorker worker = new PollWorker("test-poll", input);
            LineDatagrams answers = new LineDatagrams(worker.lines(), StampUnit.NS);
            for (int target = 1; target <= 3; target++) {
                byte[] answer = ("m,target=" + target + " v=" + target + ",w=1 " + target).getBytes(UTF_8);
                worker.execute(() -> {
                    answers.datagram(answer, 0, answer.length, Intake.SOURCE, Intake.NOW_NANOS);
                    worker.flushIfIdle();
                });
            }
            OneInput.await("three answers", () -> input.lines().size() == 3);
            assertThat(input.lines()).allMatch(line -> line.matches("m,target=. w=1 ."));
            worker.close();
            assertThat(input.lines()).hasSize(4).anyMatch(line -> line.startsWith("m_v count_delta=3i,sum_delta=6,"));
        }
    }
}
