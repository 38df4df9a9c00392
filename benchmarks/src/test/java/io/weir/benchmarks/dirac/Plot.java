package io.weir.benchmarks.dirac;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The plots: the four of Figure 3 in DIRAC's paper, and one of a single user. An activity is a JobSplitType. */
enum Plot {
    RUNNING_BY_SITE("Site", "Running", ""),
    RUNNING_BY_JOB_GROUP("JobGroup", "Running", ""),
    RUNNING_BY_ACTIVITY("JobSplitType", "Running", ""),
    WAITING_BY_ACTIVITY("JobSplitType", "Waiting", ""),
    RUNNING_OF_USER_BY_SITE("Site", "Running", "user0");

    private final String by;
    private final String status;
    private final String user;

    /** @param user empty for all users */
    Plot(String by, String status, String user) {
        this.by = by;
        this.status = status;
        this.user = user;
    }

    /** The tag that each line has a value of. */
    String by() {
        return by;
    }

    /** The values of tags that select the records. */
    Map<String, String> tags() {
        return user.isEmpty() ? Map.of("Status", status) : Map.of("Status", status, "User", user);
    }

    /**
     * The selection in a query language.
     *
     * @param condition a format for the name and the value of a tag
     */
    String where(String condition, String and) {
        return new TreeMap<>(tags())
                .entrySet().stream()
                        .map(tag -> condition.formatted(tag.getKey(), tag.getValue()))
                        .collect(Collectors.joining(and));
    }
}
