package io.weir.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_790_000_040 * SECOND;
    private static final LineBudget BUDGET = new LineBudget(100, 500);

    private final Sources sources = new Sources(new SourceSettings(100_000, BUDGET, 10), () -> NOW);

    @Test
    void aSourceMaySendItsBurstAtOnceAndNoMore() {
        assertThat(linesLetIn(1, 1000, NOW)).isEqualTo(500);
        assertThat(linesLetIn(1, 1000, NOW)).isZero();
    }

    @Test
    void inTheLongRunASourceMaySendItsRate() {
        linesLetIn(1, 1000, NOW);
        assertThat(linesLetIn(1, 1000, NOW + SECOND)).isEqualTo(100);
        assertThat(linesLetIn(1, 1000, NOW + 3 * SECOND)).isEqualTo(200);
        assertThat(linesLetIn(1, 1000, NOW + 100 * SECOND))
                .as("never above the burst")
                .isEqualTo(500);
    }

    @Test
    void whatOneSourceSendsCostsAnotherNothing() {
        linesLetIn(1, 100_000, NOW);
        assertThat(linesLetIn(2, 1000, NOW)).isEqualTo(500);
    }

    @Test
    void aDatagramLetInIsPaidForAfterwardsHoweverLong() {
        SourceAddress source = source(1);
        sources.count(source, NOW, 499, 0);
        assertThat(sources.isWithinBudget(source, NOW)).isTrue();
        sources.count(source, NOW, 201, 0);
        assertThat(sources.isWithinBudget(source, NOW + 2 * SECOND)).isFalse();
        assertThat(sources.isWithinBudget(source, NOW + 2 * SECOND + SECOND / 100))
                .isTrue();
    }

    @Test
    void listsTheWorstSourcesFirst() {
        for (int i = 0; i < 100; i++) {
            sources.count(source(i), NOW, 10 + i, i == 7 ? 3 : 0);
        }
        sources.countDropped(source(42), NOW, 1000);
        sources.countMissing(source(43), NOW, 5);
        sources.countMissing(source(43), NOW, -1);
        assertThat(sources.worst(4, NOW))
                .extracting(SourceFigures::toString)
                .containsExactly(
                        "10.0.0.42 lines=1052 dropped=1000 rejected=0 missing=0",
                        "10.0.0.43 lines=53 dropped=0 rejected=0 missing=4",
                        "10.0.0.7 lines=17 dropped=0 rejected=3 missing=0",
                        "10.0.0.99 lines=109 dropped=0 rejected=0 missing=0");
    }

    @Test
    void forgetsWhatIsOlderThanTheMinuteBefore() {
        long minute = 60 * SECOND;
        sources.count(source(1), NOW, 10, 0);
        sources.count(source(1), NOW + minute, 5, 0);
        sources.count(source(2), NOW, 7, 0);
        assertThat(lines(NOW + minute)).containsExactly(15L, 7L);
        assertThat(lines(NOW + 2 * minute)).containsExactly(5L);
        assertThat(lines(NOW + 3 * minute)).isEmpty();
        sources.count(source(1), NOW + 3 * minute, 1, 0);
        assertThat(lines(NOW + 3 * minute)).containsExactly(1L);
    }

    @Test
    void distinguishesAHundredThousandSources() {
        Sources many = new Sources(new SourceSettings(262_144, BUDGET, 10), () -> NOW);
        SourceAddress source = new SourceAddress();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100_000; i++) {
                set(source, i);
                many.count(source, NOW + i, 250, 0);
            }
        }
        int limited = 0;
        for (int i = 0; i < 100_000; i++) {
            set(source, i);
            limited += many.isWithinBudget(source, NOW) ? 0 : 1;
        }
        assertThat(limited).isBetween(99_900, 100_000);
    }

    @Test
    void whenFullForgetsTheLongestSilentSources() {
        Sources few = new Sources(new SourceSettings(16, BUDGET, 10), () -> NOW);
        for (int i = 0; i < 16; i++) {
            few.count(source(i), NOW + i, 600, 0);
        }
        few.count(source(0), NOW + 20, 1, 0);
        few.count(source(100), NOW + 21, 1, 0);
        assertThat(few.isWithinBudget(source(0), NOW + 22)).isFalse();
        assertThat(few.isWithinBudget(source(2), NOW + 22)).isFalse();
        assertThat(few.isWithinBudget(source(1), NOW + 22))
                .as("was silent longest")
                .isTrue();
    }

    @Test
    void threadsThatSendForTheSameSourcesLoseNoCount() {
        IntStream.range(0, 100_000).parallel().forEach(i -> sources.count(source(i % 3), NOW, 1, i % 2));
        assertThat(sources.worst(10, NOW))
                .allMatch(source -> source.lines() >= 33_333)
                .satisfies(all -> assertThat(
                                all.stream().mapToLong(SourceFigures::lines).sum())
                        .isEqualTo(100_000))
                .satisfies(all -> assertThat(
                                all.stream().mapToLong(SourceFigures::rejected).sum())
                        .isEqualTo(50_000));
    }

    @Test
    void allocatesNothingForADatagram() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        InetSocketAddress[] senders = new InetSocketAddress[10_000];
        for (int i = 0; i < senders.length; i++) {
            senders[i] =
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 1, (byte) (i >> 8), (byte) i}), 9);
        }
        SourceAddress source = new SourceAddress();
        long admitted = receiveAll(senders, source);

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int round = 0; round < 10; round++) {
            admitted += receiveAll(senders, source);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(admitted).isEqualTo(11L * senders.length);
        assertThat(bytes / (10L * senders.length))
                .as("bytes per datagram, of %d in all", bytes)
                .isZero();
    }

    private long receiveAll(InetSocketAddress[] senders, SourceAddress source) {
        long admitted = 0;
        for (InetSocketAddress sender : senders) {
            source.set(sender);
            if (AllowList.EVERYBODY.isAllowed(source) && sources.isWithinBudget(source, NOW)) {
                sources.count(source, NOW, 10, 0);
                admitted++;
            }
        }
        return admitted;
    }

    private List<Long> lines(long now) {
        return sources.worst(10, now).stream().map(SourceFigures::lines).toList();
    }

    private long linesLetIn(int number, int wanted, long now) {
        SourceAddress source = source(number);
        long letIn = 0;
        for (int i = 0; i < wanted; i++) {
            if (sources.isWithinBudget(source, now)) {
                sources.count(source, now, 1, 0);
                letIn++;
            } else {
                sources.countDropped(source, now, 1);
            }
        }
        return letIn;
    }

    private static SourceAddress source(int number) {
        SourceAddress source = new SourceAddress();
        set(source, number);
        return source;
    }

    private static void set(SourceAddress source, int number) {
        try {
            source.set(InetAddress.getByAddress(
                    new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number}));
        } catch (java.net.UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
