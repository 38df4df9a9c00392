package io.weir.gateway.otlp;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * The attributes that become tags, beside those of a data point. Immutable.
 *
 * @param resourceTags attributes of the resource
 * @param hasScopeTag whether the name of the scope becomes the tag {@value #SCOPE}
 */
public record OtlpMapping(List<Glob> resourceTags, boolean hasScopeTag) {
    /** The key that OpenTelemetry specifies for other formats. */
    static final String SCOPE = "otel.scope.name";

    /** The attributes that identify a sender, as in the mapping to Prometheus, and its host. */
    public static final OtlpMapping STANDARD = new OtlpMapping(
            List.of(
                    new Glob("service.name"),
                    new Glob("service.namespace"),
                    new Glob("service.instance.id"),
                    new Glob("host.name")),
            false);

    public OtlpMapping {
        resourceTags = List.copyOf(resourceTags);
    }

    boolean isTag(String resourceAttribute) {
        for (Glob each : resourceTags) {
            if (each.matches(resourceAttribute)) {
                return true;
            }
        }
        return false;
    }
}
