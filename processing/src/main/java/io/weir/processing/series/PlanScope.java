package io.weir.processing.series;

/** The metrics that plans are for. */
public enum PlanScope {
    /** Received metrics, to which all rules apply. */
    INPUT,
    /** Results of rules. Rules that change metrics or compute others apply only if they name the results. */
    RESULTS
}
