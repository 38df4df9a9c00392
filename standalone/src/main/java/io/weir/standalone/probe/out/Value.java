package io.weir.standalone.probe.out;

/**
 * The value of a field.
 *
 * @param number a finite {@link Double} or a {@link Long}
 * @param isCounter whether it only grows, until its subject starts anew
 */
public record Value(String field, Number number, boolean isCounter) {}
