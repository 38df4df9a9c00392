package io.weir.processing.series;

/** The metrics that plans are for. */
public enum PlanScope {
    /** Received metrics, to which all rules apply. */
    INPUT,
    /** Results of rules, to which only those rules apply that name them, and those that deliver metrics. */
    RESULTS
}
