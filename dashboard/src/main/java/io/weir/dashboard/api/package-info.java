/**
 * The endpoints of the page, described in docs/dashboard.md. In: requests. Out: JSON, and streams
 * of it. Imports the logic and, from HTTP, only the endpoints.
 */
@NullMarked
package io.weir.dashboard.api;

import org.jspecify.annotations.NullMarked;
