package io.weir.processing;

import io.weir.processing.GroupOracle.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Sends random lines and ticks to one partition. Series report at different intervals, fall silent, and
 * come back. Some lines are late, ahead, or sent again with another value. Notes what was sent.
 */
final class GroupSender {

    /** Those of {@link #send} have the tags {@code detector} and {@code hall}, and most a {@code user}. */
    static final String MEASUREMENT = "cpu";

    static final int GRACE_MILLIS = 500;

    private static final int SERIES = 30;
    private static final int DETECTORS = 4;
    private static final int USERS = 7;
    private static final int RECORDS = 150;
    private static final long AHEAD_MILLIS = 10_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Random random;
    private final GroupRule rule;
    private final int partition;
    private final int partitions;
    private final int mostStepMillis;

    /** Of most records. Those of a busy partition have so many that percentiles are estimates. */
    private final int mostLines;

    private final List<Sample> sent = new ArrayList<>();
    private final List<Sample> accepted = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();

    /**
     * @param rule the rule over the lines, with the grace of this class
     * @param mostStepMillis the time between two records is less
     */
    GroupSender(Random random, GroupRule rule, int partition, int partitions, int mostStepMillis) {
        this.random = random;
        this.rule = rule;
        this.partition = partition;
        this.partitions = partitions;
        this.mostStepMillis = mostStepMillis;
        this.mostLines = random.nextInt(3) == 0 ? 20 : 3;
    }

    /** The values that are not too far ahead. */
    List<Sample> accepted() {
        return accepted;
    }

    /** The lines that are in no window, or miss one. */
    List<String> missed() {
        return missed;
    }

    /** Sends all, and then ticks that close all windows if no value is held for more than a minute. */
    void send(TopologyRig rig) {
        long millis = 1_000_000;
        long ticked = 0;
        for (int record = 0; record < RECORDS; record++) {
            millis += random.nextInt(mostStepMillis);
            if (random.nextInt(5) == 0) {
                rig.tick("g", millis);
                ticked = millis;
            } else {
                long firstOpen = (ticked - rule.windowMillis() - GRACE_MILLIS) * NANOS_PER_MILLI + 1;
                rig.batch(millis, lines(record, millis, firstOpen));
            }
        }
        // A tick more than a minute after the last one moves no time.
        for (int ticks = 0; ticks < 3; ticks++) {
            rig.tick("g", millis + ticks * 50_000L);
        }
    }

    private String lines(int record, long millis, long firstOpen) {
        StringBuilder lines = new StringBuilder();
        for (int line = random.nextInt(random.nextInt(10) == 0 ? 30 : mostLines); line >= 0; line--) {
            // No timestamp is that of another series.
            long nanos = stampMillis(millis) * NANOS_PER_MILLI + record * 1_000L + (long) line * partitions + partition;
            Sample sample = random.nextInt(10) == 0 && !sent.isEmpty()
                    ? again(sent.get(random.nextInt(sent.size())), firstOpen)
                    : sample(random.nextInt(SERIES) * partitions + partition, nanos, firstOpen);
            sent.add(sample);
            lines.append(line(sample)).append('\n');
            boolean isAhead = nanosAfter(millis, sample) > AHEAD_MILLIS * NANOS_PER_MILLI;
            if (isAhead || rule.start(sample.nanos()) - rule.window() + rule.every() < firstOpen) {
                missed.add(line(sample));
            }
            if (!isAhead) {
                accepted.add(sample);
            }
        }
        return lines.toString();
    }

    private Sample sample(int series, long nanos, long firstOpen) {
        int detector = series % DETECTORS;
        int user = series / DETECTORS % USERS;
        return new Sample(
                "h" + series,
                ",detector=d%d,hall=h%d".formatted(detector, detector / 2),
                user == 0 ? "" : "u" + user,
                nanos,
                random.nextInt(1_000),
                firstOpen);
    }

    private Sample again(Sample of, long firstOpen) {
        return new Sample(of.series(), of.group(), of.user(), of.nanos(), random.nextInt(1_000), firstOpen);
    }

    private static long nanosAfter(long millis, Sample sample) {
        return sample.nanos() - millis * NANOS_PER_MILLI;
    }

    /** Most are timely, some late, few ahead by more or less than is allowed. */
    private long stampMillis(long millis) {
        int ahead = random.nextInt(20) == 0 ? random.nextInt((int) (2 * AHEAD_MILLIS)) : 0;
        return millis + ahead - random.nextInt(2_500);
    }

    private static String line(Sample sample) {
        String user = sample.user().isEmpty() ? "" : ",user=" + sample.user();
        return "%s%s,host=%s%s value=%s %d"
                .formatted(MEASUREMENT, sample.group(), sample.series(), user, sample.value(), sample.nanos());
    }
}
