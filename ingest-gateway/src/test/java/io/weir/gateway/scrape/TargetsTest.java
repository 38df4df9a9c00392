package io.weir.gateway.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.poll.TargetGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TargetsTest {
    @Test
    void anUnderscoreInAHostNameIsNamed() {
        List<String> wrong = new ArrayList<>();
        TargetGroup group = new TargetGroup(List.of("node_exporter:9100", "flp17:9100", "a:b"), new TreeMap<>());
        assertThat(Targets.of(FetcherTest.job(), List.of(group), wrong::add)).hasSize(1);
        assertThat(wrong).hasSize(2);
        assertThat(wrong.get(0)).contains("node_exporter:9100", "must not have an underscore");
        assertThat(wrong.get(1)).doesNotContain("underscore");
    }
}
