/** What docker/grafana gives a Grafana: its dashboards ask a store for what Weir really writes. */
@NullMarked
package io.weir.standalone.grafana;

import org.jspecify.annotations.NullMarked;
