/**
 * Tests of docker/grafana. Input: dashboards and the data source, and a store with Weir's real
 * output. Output: answers to all queries.
 */
@NullMarked
package io.weir.standalone.grafana;

import org.jspecify.annotations.NullMarked;
