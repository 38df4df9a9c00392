/**
 * How browsers ask and are answered, and who may do what. In: HTTP. Out: calls of endpoints, which know nothing of it but an {@link
 * io.weir.dashboard.http.Ask}. The only room that knows the web server, Jetty.
 */
@NullMarked
package io.weir.dashboard.http;

import org.jspecify.annotations.NullMarked;
