package io.weir.contract.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

class ServiceRightsTest {
    private static final Topics TOPICS = new Topics("");

    /** Another service that is compromised can neither send commands for alarms nor publish rules. */
    @Test
    void onlyServicesOfPeopleCommandAlarmsAndPublishRules() {
        assertThat(writers(TOPICS.commands())).containsExactly("phoebus", "dashboard", "operator");
        assertThat(writers(TOPICS.rules())).containsExactly("operator");
        assertThat(writers(TOPICS.farmState())).containsExactly("operator");
    }

    /** Writers of {@code metrics.raw} may send any metric, and markers that activate published rules. */
    @Test
    void fewServicesWriteMetrics() {
        assertThat(writers(TOPICS.raw())).containsExactly("gateway", "late", "operator");
        assertThat(writers(TOPICS.alarming())).containsExactly("processing");
    }

    private static List<String> writers(String topic) {
        return ServiceRights.SERVICES.stream()
                .filter(service -> ServiceRights.of(service, TOPICS).bindings("User:" + service).stream()
                        .anyMatch(binding -> mayWrite(binding, topic)))
                .toList();
    }

    private static boolean mayWrite(AclBinding binding, String topic) {
        ResourcePattern on = binding.pattern();
        boolean isMeant = on.resourceType() == ResourceType.TOPIC
                && (on.patternType() == PatternType.PREFIXED
                        ? topic.startsWith(on.name())
                        : on.name().equals(topic) || on.name().equals(ResourcePattern.WILDCARD_RESOURCE));
        return isMeant
                && Set.of(AclOperation.WRITE, AclOperation.ALL)
                        .contains(binding.entry().operation());
    }
}
