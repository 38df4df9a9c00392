package io.weir.processing.oracle;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * One metric as sent.
 *
 * @param fields values in line protocol, by name, in order
 * @param stamp nanoseconds since the epoch
 */
public record Sent(String measurement, String host, Map<String, String> fields, long stamp) {

    public String line() {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining(",", measurement + ",batch=7,host=" + host + " ", " " + stamp + "\n"));
    }
}
