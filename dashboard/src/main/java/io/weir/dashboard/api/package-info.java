/** What the page asks for, as docs/dashboard.md tells. In: requests. Out: JSON, and streams of it. Knows the logic, and of HTTP the endpoints. */
@NullMarked
package io.weir.dashboard.api;

import org.jspecify.annotations.NullMarked;
