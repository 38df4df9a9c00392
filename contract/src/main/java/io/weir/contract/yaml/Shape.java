package io.weir.contract.yaml;

import java.util.List;

/** What may be written for a key, for programs; {@link Declaration#type} says it for people. */
public sealed interface Shape {

    /** Any text; YAML may take it for a number or a truth value, if it looks like one. */
    record Text() implements Shape {}

    record Flag() implements Shape {}

    /** Both bounds are allowed values. */
    record Whole(long least, long most) implements Shape {}

    /** Both bounds are allowed values. */
    record Decimal(double least, double most) implements Shape {}

    /** As {@link Durations} reads it. */
    record Span() implements Shape {}

    record Choice(List<String> names) implements Shape {}

    record ListOf(Shape each, int least) implements Shape {}

    /** A mapping with free keys. */
    record Entries(Shape each) implements Shape {}

    /** A mapping, whose keys are declared below it. */
    record Section() implements Shape {}

    /** A list of mappings, whose keys are declared below {@code []}; or nothing. */
    record Sections() implements Shape {}

    /** A mapping with free keys to mappings, whose keys are declared below {@code *}. */
    record Named() implements Shape {}

    record AnyOf(List<Shape> shapes) implements Shape {}
}
