package io.weir.gateway.otlp;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Glob;

/** The keys of the mapping from OTLP. */
final class OtlpKeys {
    private OtlpKeys() {}

    static OtlpMapping read(YamlSection section) {
        OtlpMapping standard = OtlpMapping.STANDARD;
        return new OtlpMapping(
                section.values(
                                "resource-tags",
                                Glob::new,
                                "attributes of the resource that become tags; * and ? match any characters")
                        .or(standard.resourceTags(), "service.name, service.namespace, service.instance.id, host.name"),
                section.flag("scope-tag", "whether the name of the scope becomes the tag otel.scope.name")
                        .or(standard.hasScopeTag()),
                section.choice(
                                "histograms",
                                OtlpMapping.Histograms.class,
                                "buckets with explicit bounds: two arrays, or a field for each, of which rules compute"
                                        + " percentiles")
                        .or(standard.histograms()));
    }
}
