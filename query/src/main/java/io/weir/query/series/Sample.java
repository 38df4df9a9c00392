package io.weir.query.series;

/** A value of a series at the time of an evaluation. */
public record Sample(Labels labels, double value) {}
