/**
 * How series of Weir are called in PromQL: a measurement and a field make the name of a metric, tags make labels.
 *
 * <p>In: names of a store. Out: names of PromQL, and a {@link io.weir.query.naming.Selection} of what matchers select.
 * The package knows no store.
 */
@NullMarked
package io.weir.query.naming;

import org.jspecify.annotations.NullMarked;
