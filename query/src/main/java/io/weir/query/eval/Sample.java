package io.weir.query.eval;

/** A value of a series at the time of an evaluation. */
public record Sample(Labels labels, double value) {}
