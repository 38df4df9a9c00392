/**
 * HTTP server and access control. In: requests of browsers. Out: calls of endpoints, which see only
 * an {@link io.weir.dashboard.http.ApiRequest}. The only package that uses the web server, Jetty.
 */
@NullMarked
package io.weir.dashboard.http;

import org.jspecify.annotations.NullMarked;
