/**
 * History of metrics. In: a selector and a time range. Out: means over short windows. The only
 * package that queries the store.
 */
@NullMarked
package io.weir.dashboard.history;

import org.jspecify.annotations.NullMarked;
