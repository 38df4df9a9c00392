/**
 * How series of Weir are called in PromQL: a measurement and a field make the name of a metric, tags make labels.
 *
 * <p>In: names of a store, and matchers. Out: names of PromQL, and the {@link io.weir.query.naming.Selection} of the
 * matchers. The package knows no store.
 */
@NullMarked
package io.weir.query.naming;

import org.jspecify.annotations.NullMarked;
