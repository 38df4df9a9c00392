package io.weir.standalone.cluster;

/**
 * The rules of every {@link Farm}. {@code cpu} is a {@link FarmLoad}, {@code udp} a {@link UdpLoad},
 * {@code shift} a {@link RunLoad}, the other measurements a {@link GroupLoad}. Where repeats count, a
 * batch that counts twice is found. The grace of groups is longer than any fault.
 */
final class FarmRules {
    /** Of the windows of series. A line that is accepted later may be missing in its window. */
    static final long GRACE_MILLIS = 20_000;

    /** Of the windows over groups that replace repeats. */
    static final long GROUP_GRACE_MILLIS = 45_000;

    static final String TEXT = """
            version: 1
            enrich:
              - {name: run, match: {measurement: shift}, state: {run_number: run}}
            aggregate:
              - {name: load, match: {measurement: cpu}, fields: [n], functions: [sum, count], window: 1s, grace: 20s, keep-raw: true, repeats: count}
              - {name: once, match: {measurement: cpu}, fields: [n], functions: [sum, count], window: 1s, grace: 20s, keep-raw: true, as: once_1s}
              - {name: all, match: {measurement: cpu}, by: [], fields: [n], functions: [sum], of: sum, window: 1s, grace: 45s, keep-raw: true, as: all_1s}
              - {name: chain, match: {measurement: all_1s}, by: [], fields: [n_sum], functions: [sum], of: sum, window: 5s, grace: 0s, as: all_5s, repeats: count}
              - {name: udp, match: {measurement: udp}, fields: [n], functions: [sum, count], window: 1s, grace: 20s, keep-raw: true, repeats: count}
              - {name: racks, match: {measurement: node}, by: [rack], fields: [n], functions: [sum, max], of: sum, window: 1s, grace: 45s, as: node_1s}
              - {name: feeds, match: {measurement: feed}, by: [rack], fields: [n], functions: [sum, max], of: last, hold: 3s, window: 1s, grace: 45s, as: feed_1s, keep-raw: true}
              - {name: tardy, match: {measurement: tardy}, by: [rack], fields: [n], functions: [sum, max], of: sum, window: 1s, grace: 4s, as: tardy_1s, late: revise, for: 50s}
              - {name: runs, match: {measurement: shift}, fields: [n], functions: [sum, max], window: {state: run}, keep-raw: true}
              - {name: all-runs, match: {measurement: shift_run}, by: [run_number], fields: [n_sum], functions: [sum, max], of: sum, window: 1s, grace: 45s, as: shift_total}
            correlate:
              - name: balance
                let:
                  in: {measurement: feed, field: n, function: sum, of: last, hold: 3s}
                  out: {measurement: sink, field: n, function: sum, of: sum}
                by: [rack]
                window: 1s
                grace: 45s
                as: balance_1s
                fields: {lost: in - out, out: out}
            alarms:
              - {name: cpu-high, match: {measurement: cpu}, field: value, path: [hostname], major: {above: 95}, chatter: off}
            """;

    /** The same with one more rule, of no series. */
    static final String WITH_ANOTHER =
            TEXT + "  - {name: another, match: {measurement: none}, field: value, major: {above: 1}}\n";

    private FarmRules() {}

    /** The same with another grace of windows of series, and of groups. */
    static String withGrace(int seriesSeconds, int groupSeconds) {
        return TEXT.replace("grace: 20s", "grace: " + seriesSeconds + "s")
                .replace("grace: 45s", "grace: " + groupSeconds + "s");
    }
}
