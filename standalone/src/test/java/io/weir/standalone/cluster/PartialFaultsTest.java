package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The account of {@link FaultHistoryTest} can fail for groups: it finds each mistake that a running
 * processing makes on purpose with partials of groups, and names the table.
 */
@Tag("nightly")
class PartialFaultsTest {

    /** Short, since only a busy machine delays lines. */
    private static final int GRACE_SECONDS = 20;

    private static final Duration WITHIN = Duration.ofMinutes(2);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Farm farm;

    PartialFaultsTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, new Brokers(directory, 1), FarmRules.withGrace(GRACE_SECONDS, GRACE_SECONDS))
                .createTopics();
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void aPartialThatIsSkippedOrDoubledOrInAnotherWindowIsFound() throws Exception {
        farm.with("processing", PartialFaults.ENVIRONMENT).start();
        try (FarmLoad load = new FarmLoad(farm.inputPort());
                GroupLoad groups = new GroupLoad(farm.inputPort(), new Random(seed))) {
            for (String group : List.of(
                    PartialFaults.SKIPPED, PartialFaults.DOUBLED, PartialFaults.SHIFTED, PartialFaults.SKIPPED_CHAIN)) {
                farm.await(
                        "the mistake in " + group,
                        WITHIN,
                        () -> farm.service("processing").process().output().contains(PartialFaults.said(group)));
            }
            load.end();
            groups.end();

            Throwable found = catchThrowable(() -> farm.groupAccount().check(groups));
            assertThat(found)
                    .as("seed %d", seed)
                    .hasMessageContainingAll(
                            "node_1s Window[group=r1", "balance_1s Window[group=r0", "feed_1s Window[group=r2");
            assertThat(found.getMessage())
                    .as("groups without a mistake, seed %d", seed)
                    .doesNotContain("node_1s Window[group=r0", "node_1s Window[group=r2")
                    .doesNotContain("balance_1s Window[group=r1", "balance_1s Window[group=r2")
                    .doesNotContain("feed_1s Window[group=r0", "feed_1s Window[group=r1");
            assertThatThrownBy(() -> farm.account().checkGroups(load))
                    .as("seed %d", seed)
                    .hasMessageContaining("windows over the results of these");
        }
    }
}
