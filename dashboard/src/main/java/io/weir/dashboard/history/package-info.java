/**
 * History of metrics. In: a selector and a time range. Out: means over short windows. The only package of the dashboard
 * that opens the store, through the module {@code query}.
 */
@NullMarked
package io.weir.dashboard.history;

import org.jspecify.annotations.NullMarked;
