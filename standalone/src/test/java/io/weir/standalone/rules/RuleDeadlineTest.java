package io.weir.standalone.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.rule.LocatedRules;
import io.weir.contract.rule.RuleProgress;
import io.weir.contract.rule.RuleText;
import io.weir.contract.rulecheck.Finding;
import io.weir.contract.rulecheck.RuleChecks;
import io.weir.standalone.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RuleDeadlineTest {
    private static final int HALF = 10_000;

    private final Path folder;

    RuleDeadlineTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void namesTheRuleAtWhichTimeIsUp() throws IOException {
        Path file = Files.writeString(
                folder.resolve("rules.yaml"),
                "version: 1\nroute:\n  - {match: {measurement: a}, to: []}\n  - {match: {measurement: b}, to: []}\n");
        CountDownLatch never = new CountDownLatch(1);

        assertThatThrownBy(() -> RuleDeadline.within(Duration.ofSeconds(5), file, progress -> {
                    LocatedRules located = RuleText.read(file, progress).located();
                    located.lines().inspect(located.rules().route().get(1));
                    await(never);
                    return "nothing";
                }))
                .isInstanceOf(MistakesException.class)
                .hasMessage(file
                        + ":4: route[1]: could not be checked within 5s; write plain names instead of patterns in rules like"
                        + " this, or fewer of them");
        never.countDown();
    }

    @Test
    void endsChecksThatTakeLong() throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), patternsThatTakeLong());

        assertThatThrownBy(() -> RuleDeadline.within(Duration.ofSeconds(5), file, progress -> check(file, progress)))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining(": could not be checked within 5s; ");

        Eventually.eventually("the work ends at the next rule", () -> checks() == 0);
    }

    @Test
    void givesTheResultOrTheMistakes() throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), "version: 1\nroute: [{to: []}]\n");

        assertThat(RuleDeadline.<String>within(Duration.ofMinutes(1), file, progress -> "done"))
                .isEqualTo("done");
        assertThatThrownBy(() ->
                        RuleDeadline.within(Duration.ofMinutes(1), file, progress -> RuleText.read(file, progress)))
                .isInstanceOf(MistakesException.class)
                .hasMessage(
                        file
                                + ":2: route[0].match: is missing; write a text or a mapping: series to match, or a selector's name");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Finding> check(Path file, RuleProgress progress) {
        return RuleChecks.findings("rules.yaml", RuleText.read(file, progress).located());
    }

    /**
     * Each pattern of one half is compared with each name of the other, and each mismatch takes
     * long.
     */
    private static String patternsThatTakeLong() {
        String patterns = IntStream.range(0, HALF)
                .mapToObj(i -> "  - {match: {measurement: '*" + "a*".repeat(60) + "b" + "?".repeat(i % 60)
                        + "*'}, to: [live]}\n")
                .collect(Collectors.joining());
        String names = IntStream.range(0, HALF)
                .mapToObj(i -> "  - {match: {measurement: " + "a".repeat(150) + "c" + i + "}, to: [live]}\n")
                .collect(Collectors.joining());
        return "version: 1\nroute:\n" + patterns + names;
    }

    private static long checks() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("rules-check"))
                .count();
    }
}
