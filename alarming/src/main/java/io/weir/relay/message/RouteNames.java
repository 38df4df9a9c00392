package io.weir.relay.message;

/** Names in the template of a route. */
final class RouteNames {
    /** The measurement of a line, or the topic of an alarm. */
    static final String MEASUREMENT = "measurement";

    /** Replaces a tag that the line does not have. */
    static final String ABSENT = "-";

    private RouteNames() {}
}
