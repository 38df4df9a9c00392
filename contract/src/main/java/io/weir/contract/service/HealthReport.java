package io.weir.contract.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The health of several services as one answer, such as
 * {@code {"ok":false,"services":{"writer":{"state":"NOT_READY","detail":"waits for the store"}}}}.
 *
 * @param ok whether all of them are ready, or live, as asked
 * @param services the health of each, by name, in the order of their start
 */
public record HealthReport(boolean ok, Map<String, Health> services) {

    /** Ignores what a later version may add. */
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** @throws NullPointerException if a part is missing */
    public HealthReport {
        services.forEach((name, health) -> {
            Objects.requireNonNull(health.state());
            Objects.requireNonNull(health.detail());
        });
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
    }

    static HealthReport live(List<Service> services) {
        return of(services, Health::live);
    }

    static HealthReport ready(List<Service> services) {
        return of(services, Health::ready);
    }

    private static HealthReport of(List<Service> services, Predicate<Health> isOk) {
        Map<String, Health> each = new LinkedHashMap<>();
        services.forEach(service -> each.put(service.name(), service.health()));
        return new HealthReport(each.values().stream().allMatch(isOk), each);
    }

    /**
     * Reads an answer.
     *
     * @throws JsonProcessingException if it has another form
     */
    public static HealthReport read(String json) throws JsonProcessingException {
        HealthReport report = MAPPER.readValue(json, HealthReport.class);
        if (report == null) {
            throw MismatchedInputException.from(null, HealthReport.class, "null is no report");
        }
        return report;
    }

    String json() {
        try {
            return MAPPER.writeValueAsString(this) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text does not fail to become JSON", e);
        }
    }
}
