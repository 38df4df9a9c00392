package io.weir.gateway.otlp;

import io.weir.contract.rule.match.Glob;
import java.util.List;

/**
 * How the parts of a request become tags and fields. Immutable.
 *
 * @param resourceTags attributes of the resource that become tags, beside those of a data point
 * @param hasScopeTag whether the name of the scope becomes the tag {@value #SCOPE}
 */
public record OtlpMapping(List<Glob> resourceTags, boolean hasScopeTag, Histograms histograms) {
    /** How histograms with explicit bounds become fields. */
    public enum Histograms {
        /** The fields {@code bounds} and {@code counts}. */
        ARRAYS,
        /** A field for each bucket, named by its upper bound, with the count of it and all smaller ones. */
        FIELDS
    }

    /** The key that OpenTelemetry specifies for other formats. */
    static final String SCOPE = "otel.scope.name";

    /** The attributes that identify a sender, as in the mapping to Prometheus, and its host. */
    public static final OtlpMapping STANDARD = new OtlpMapping(
            List.of(
                    new Glob("service.name"),
                    new Glob("service.namespace"),
                    new Glob("service.instance.id"),
                    new Glob("host.name")),
            false,
            Histograms.ARRAYS);

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
