/**
 * One search over the data that the dashboard has in memory. In: words. Out: the best matches of
 * each kind, and their number.
 */
@NullMarked
package io.weir.dashboard.search;

import org.jspecify.annotations.NullMarked;
