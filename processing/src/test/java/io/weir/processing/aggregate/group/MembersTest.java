package io.weir.processing.aggregate.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MembersTest {

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A series and its value. */
    private record Member(String series, double value) {}

    /** Whatever the order of series and partitions, the result is that of sorting all of them. */
    @Test
    void theHighestAndLowestAreThoseOfASortedList() throws IOException {
        for (int round = 0; round < 2_000; round++) {
            boolean isLowest = random.nextBoolean();
            MembersKept kept = new MembersKept(1 + random.nextInt(6), isLowest ? -1 : 1);
            List<Member> all = members();
            Members merged = new Members(kept);
            for (List<Member> partition :
                    List.of(all.subList(0, all.size() / 2), all.subList(all.size() / 2, all.size()))) {
                Members part = new Members(kept);
                partition.forEach(member -> part.add(member.series.getBytes(UTF_8), member.value));
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                part.write(new DataOutputStream(bytes));
                merged.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
            }

            Comparator<Member> byValue = Comparator.comparingDouble(Member::value);
            List<Member> expected = all.stream()
                    .sorted((isLowest ? byValue : byValue.reversed()).thenComparing(Member::series))
                    .limit(kept.most())
                    .toList();
            List<Member> actual = new ArrayList<>();
            for (int number : merged.ranking()) {
                actual.add(new Member(new String(merged.series(number), UTF_8), merged.values()[number]));
            }
            assertThat(actual).as("seed %d round %d", seed, round).isEqualTo(expected);
        }
    }

    private List<Member> members() {
        List<Member> members = new ArrayList<>();
        for (int series = random.nextInt(20); series >= 0; series--) {
            members.add(new Member("s" + (char) ('a' + series), random.nextInt(5)));
        }
        Collections.shuffle(members, random);
        return members;
    }
}
