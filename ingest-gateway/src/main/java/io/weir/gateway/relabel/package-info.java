/**
 * Relabelling as in Prometheus: rules that change or drop a set of labels.
 *
 * <p>In: rules, and the labels of a target or a sample. Out: the changed labels. Pure logic, which
 * imports nothing of the gateway.
 *
 * <p>Expressions are RE2/J's, not Java's: they have the syntax and the results of Prometheus', and a
 * label of a target cannot make them backtrack.
 */
@NullMarked
package io.weir.gateway.relabel;

import org.jspecify.annotations.NullMarked;
