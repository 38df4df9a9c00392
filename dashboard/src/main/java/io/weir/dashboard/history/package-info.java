/** What the store has of the past. In: a selector and a range of time. Out: means over short windows. The only room that asks the store. */
@NullMarked
package io.weir.dashboard.history;

import org.jspecify.annotations.NullMarked;
