/**
 * The query API of Prometheus over a store, independent of a web server.
 *
 * <p>In: the path and the parameters of a request. Out: status and JSON, in the shapes of Prometheus 2.42.
 */
@NullMarked
package io.weir.query.api;

import org.jspecify.annotations.NullMarked;
