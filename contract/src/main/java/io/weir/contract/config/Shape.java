package io.weir.contract.config;

import java.util.List;

/** The allowed values of a key, for programs; {@link Declaration#type} describes them for users. */
public sealed interface Shape {

    /** Any text; YAML may read it as a number or a boolean, if it looks like one. */
    record Text() implements Shape {}

    record Flag() implements Shape {}

    /** Both bounds are allowed values. */
    record Whole(long least, long most) implements Shape {}

    /** Both bounds are allowed values. */
    record Decimal(double least, double most) implements Shape {}

    /** A duration that {@link Durations} reads. */
    record Span() implements Shape {}

    record Choice(List<String> names) implements Shape {}

    record ListOf(Shape each, int least) implements Shape {}

    /** A mapping with free keys. */
    record Entries(Shape each) implements Shape {}

    /** A mapping, whose keys are declared below it. */
    record Section() implements Shape {}

    /** A list of mappings, whose keys are declared below {@code []}; may be absent. */
    record Sections() implements Shape {}

    /** A mapping of free keys to mappings, whose keys are declared below {@code *}. */
    record Named() implements Shape {}

    record AnyOf(List<Shape> shapes) implements Shape {}
}
