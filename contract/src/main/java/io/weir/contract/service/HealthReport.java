package io.weir.contract.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The health of several services as one answer, such as
 * {@code {"ok":false,"services":{"writer":"waits for the store"}}}.
 *
 * @param ok whether all of them are ready
 * @param services the detail of each, by name
 */
record HealthReport(boolean ok, Map<String, String> services) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static HealthReport live(List<Service> services) {
        return new HealthReport(
                services.stream().allMatch(service -> service.health().live()), details(services));
    }

    static HealthReport ready(List<Service> services) {
        return new HealthReport(
                services.stream().allMatch(service -> service.health().ready()), details(services));
    }

    String json() {
        try {
            return MAPPER.writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text does not fail to become JSON", e);
        }
    }

    private static Map<String, String> details(List<Service> services) {
        Map<String, String> details = new LinkedHashMap<>();
        services.forEach(service -> details.put(service.name(), service.health().detail()));
        return details;
    }
}
