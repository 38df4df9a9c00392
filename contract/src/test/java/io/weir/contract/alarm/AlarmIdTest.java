package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlarmIdTest {

    private static final SortedMap<String, String> TAGS = new TreeMap<>(Map.of("host", "a", "detector", "TPC"));

    @Test
    void withoutAPathAllTagsCountSortedByKey() {
        assertThat(AlarmId.of("cpu", List.of(), TAGS)).isEqualTo("cpu/TPC/a");
        assertThat(AlarmId.of("cpu", List.of(), new TreeMap<>())).isEqualTo("cpu");
    }

    @Test
    void thePathChoosesAndOrders() {
        assertThat(AlarmId.of("cpu", List.of("host", "detector"), TAGS)).isEqualTo("cpu/a/TPC");
        assertThat(AlarmId.of("cpu", List.of("host"), TAGS)).isEqualTo("cpu/a");
    }

    @Test
    void marksMissingTagsInIds() {
        assertThat(AlarmId.of("cpu", List.of("rack", "host"), TAGS)).isEqualTo("cpu/-/a");
    }

    @Test
    void valuesThatLookLikeTheSyntaxAreEscaped() {
        SortedMap<String, String> tags = new TreeMap<>(Map.of("a", "/dev/sda", "b", "100%", "c", "-", "d", "a-b"));

        assertThat(AlarmId.of("disk", List.of(), tags)).isEqualTo("disk/%2Fdev%2Fsda/100%25/%2D/a-b");
    }

    @Test
    void differentValuesNeverMakeTheSameId() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, SortedMap<String, String>> owners = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            SortedMap<String, String> tags = new TreeMap<>();
            for (String key : new String[] {"a", "b", "c"}) {
                StringBuilder value = new StringBuilder();
                for (int length = random.nextInt(4); length > 0; length--) {
                    value.append("/%-25FD".charAt(random.nextInt(7)));
                }
                if (!value.isEmpty()) {
                    tags.put(key, value.toString());
                }
            }
            SortedMap<String, String> owner = owners.putIfAbsent(AlarmId.of("r", List.of("a", "b", "c"), tags), tags);
            assertThat(owner == null || owner.equals(tags))
                    .as("seed %d: %s and %s", seed, owner, tags)
                    .isTrue();
        }
    }

    @Test
    void shortensLongIdsUniquely() {
        String one = AlarmId.of("r", List.of(), new TreeMap<>(Map.of("host", "ä".repeat(5_000))));
        String other = AlarmId.of("r", List.of(), new TreeMap<>(Map.of("host", "ä".repeat(5_001))));
        assertThat(one.getBytes(UTF_8)).hasSizeBetween(AlarmId.MOST_BYTES - 3, AlarmId.MOST_BYTES);
        assertThat(one).startsWith("r/ääää").matches(".*ä…[0-9a-f]{16}");
        assertThat(other).isNotEqualTo(one);
        String longest = AlarmId.of("r", List.of(), new TreeMap<>(Map.of("host", "x".repeat(AlarmId.MOST_BYTES - 2))));
        assertThat(longest).hasSize(AlarmId.MOST_BYTES).endsWith("xxx");
    }
}
