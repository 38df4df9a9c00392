package io.weir.query.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectorTest {
    /** The store would otherwise read all metrics of the hosts. */
    @Test
    void nameIsInASelectorWhoseOtherMatchersAreTooLong() {
        Matcher hosts = new Matcher("host", Comparison.MATCHES, "h".repeat(14_980));
        Matcher site = new Matcher("site", Comparison.EQUALS, "s".repeat(100));
        Matcher name = new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "cpu_load");
        assertThat(new Selector(List.of(hosts, site, name)).text())
                .startsWith("{__name__!=\"\",__name__=\"cpu_load\",")
                .contains("site=\"sss")
                .doesNotContain("host");
    }

    /** Otherwise the store would return all metrics whose names Weir escapes, too. */
    @Test
    void listOfNamesSelectsTheseOnly() {
        Matcher names = new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, "cpu_load|U__cpu_2e_gr_f6__df_e");
        assertThat(new Selector(List.of(names)).text())
                .isEqualTo("{__name__!=\"\",__name__=~\"cpu_load|cpu\\\\.größe\"}");
    }
}
