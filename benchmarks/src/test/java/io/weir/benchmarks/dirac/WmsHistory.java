package io.weir.benchmarks.dirac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Numbers of jobs as DIRAC's workload management publishes them: a record of each group of jobs every five minutes.
 * Each number follows from the seed, the group and the time. No group ever ends.
 */
final class WmsHistory {
    static final String NAME = "WMSHistory";
    static final int ROUND_SECONDS = 300;
    static final List<String> TAGS = List.of(
            "Status", "Site", "User", "UserGroup", "JobGroup", "MinorStatus", "ApplicationStatus", "JobSplitType");

    private static final List<String> STATUSES = List.of("Running", "Waiting", "Done", "Failed", "Stalled");
    private static final List<String> ACTIVITIES =
            List.of("MCSimulation", "MCReconstruction", "User", "Merge", "DataStripping", "DataReconstruction");
    private static final int SITES = 20;
    private static final int JOB_GROUPS = 50;
    private static final int USER_GROUPS = 5;
    private static final int MINOR_STATUSES = 10;
    private static final int DAY_SECONDS = 86_400;
    private static final int ROUNDS_PER_DAY = DAY_SECONDS / ROUND_SECONDS;

    private final long begin;
    private final int rounds;
    private final List<Map<String, String>> groups = new ArrayList<>();
    private final int[] levels;

    /**
     * @param groups number of groups of jobs
     * @param begin first second; a multiple of {@link #ROUND_SECONDS}
     */
    WmsHistory(int groups, long begin, int days, long seed) {
        this.begin = begin;
        this.rounds = days * ROUNDS_PER_DAY;
        Random random = new Random(seed);
        for (int i = 0; i < groups; i++) {
            this.groups.add(group(i, random));
        }
        levels = random.ints(groups, 1, 200).toArray();
    }

    /** Status, site and user together differ in each group. */
    private static Map<String, String> group(int number, Random random) {
        Map<String, String> tags = new LinkedHashMap<>();
        int place = number / STATUSES.size();
        tags.put("Status", STATUSES.get(number % STATUSES.size()));
        tags.put("Site", String.format(Locale.ROOT, "LCG.Site%02d.org", place % SITES));
        tags.put("User", "user" + place / SITES);
        tags.put("UserGroup", "group" + random.nextInt(USER_GROUPS));
        tags.put("JobGroup", String.format(Locale.ROOT, "%08d", random.nextInt(JOB_GROUPS)));
        tags.put("MinorStatus", "minor" + random.nextInt(MINOR_STATUSES));
        tags.put("ApplicationStatus", "step" + random.nextInt(MINOR_STATUSES));
        tags.put("JobSplitType", ACTIVITIES.get(random.nextInt(ACTIVITIES.size())));
        return tags;
    }

    /** The number of groups. */
    int groups() {
        return groups.size();
    }

    /** The number of times of records. */
    int rounds() {
        return rounds;
    }

    /** The number of records. */
    long records() {
        return (long) rounds * groups.size();
    }

    /** The first second. */
    long begin() {
        return begin;
    }

    /** The second after the last round. */
    long end() {
        return begin + (long) rounds * ROUND_SECONDS;
    }

    /** Some groups' records of a round, as an array of JSON. */
    String records(int round, int fromGroup, int toGroup) {
        StringBuilder text = new StringBuilder("[");
        for (int group = fromGroup; group < toGroup; group++) {
            text.append(group == fromGroup ? "{" : ",{");
            groups.get(group).forEach((tag, value) -> text.append('"')
                    .append(tag)
                    .append("\":\"")
                    .append(value)
                    .append("\","));
            long jobs = jobs(group, round);
            text.append("\"Jobs\":").append(jobs).append(",\"Reschedules\":").append(jobs / 20);
            text.append(",\"timestamp\":").append(begin + (long) round * ROUND_SECONDS);
            text.append('}');
        }
        return text.append(']').toString();
    }

    /** The true lines of a plot: means of the sums over the groups. */
    Lines lines(Plot plot, Span span) {
        Lines lines = new Lines();
        for (int group = 0; group < groups.size(); group++) {
            Map<String, String> tags = groups.get(group);
            if (tags.entrySet().containsAll(plot.tags().entrySet())) {
                for (long time = span.from(); time < span.to(); time += ROUND_SECONDS) {
                    double jobs = jobs(group, Math.toIntExact((time - begin) / ROUND_SECONDS));
                    long step = time - (time - span.from()) % span.step();
                    lines.add(tags.getOrDefault(plot.by(), ""), step, jobs / span.roundsPerStep());
                }
            }
        }
        return lines;
    }

    /** A daily wave with some noise. */
    private long jobs(int group, int round) {
        double wave = 1.5 + Math.sin(2 * Math.PI * round / ROUNDS_PER_DAY + group);
        return Math.round(levels[group] * wave) + (7 * group + 13 * round) % 10;
    }
}
