/**
 * Two HTTP APIs over a store, independent of a web server: queries of Prometheus, and raw values.
 *
 * <p>In: the path and the parameters of a request. Out: status and JSON, in the shapes of Prometheus 2.42; for raw
 * values, a stream of JSON lines, CSV or Parquet.
 */
@NullMarked
package io.weir.query.api;

import org.jspecify.annotations.NullMarked;
