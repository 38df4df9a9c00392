package io.weir.gateway.otlp;

import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.weir.gateway.intake.ByteText;
import io.weir.gateway.intake.LineSpeller;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes measurement and tags: the attributes of a data point, and those of its resource and scope
 * that the data point does not have. Not thread-safe.
 */
final class PointTags {
    private final OtlpMapping mapping;
    private final LineSpeller line;
    private final ByteText text = new ByteText(256);
    private final List<Tag> ofResource = new ArrayList<>();
    private final List<Tag> shared = new ArrayList<>();

    private record Tag(String key, String value) {}

    PointTags(OtlpMapping mapping, LineSpeller line) {
        this.mapping = mapping;
        this.line = line;
    }

    /** Starts the metrics of a resource. */
    void resource(Resource resource) {
        ofResource.clear();
        for (KeyValue each : resource.getAttributesList()) {
            if (mapping.isTag(each.getKey())) {
                ofResource.add(new Tag(each.getKey(), AttributeText.of(each.getValue())));
            }
        }
    }

    /** Starts the metrics of a scope in the current resource. */
    void scope(InstrumentationScope scope) {
        shared.clear();
        shared.addAll(ofResource);
        if (mapping.hasScopeTag()) {
            shared.add(new Tag(OtlpMapping.SCOPE, scope.getName()));
        }
    }

    /** Starts a line, or returns the reason why there is none. */
    OtlpError write(String metric, List<KeyValue> attributes) {
        text.clear();
        text.append(metric);
        if (!line.measurement(text.bytes(), 0, text.length())) {
            return OtlpError.BAD_METRIC;
        }
        for (int i = 0; i < attributes.size(); i++) {
            KeyValue each = attributes.get(i);
            if (!tag(each.getKey(), AttributeText.of(each.getValue()))) {
                return OtlpError.BAD_ATTRIBUTE;
            }
        }
        for (int i = 0; i < shared.size(); i++) {
            Tag each = shared.get(i);
            if (!has(attributes, each.key) && !tag(each.key, each.value)) {
                return OtlpError.BAD_ATTRIBUTE;
            }
        }
        return OtlpError.NONE;
    }

    private boolean tag(String key, String value) {
        if (value.isEmpty()) {
            return true;
        }
        text.clear();
        text.append(key);
        underscores(text.bytes(), text.length());
        if (!line.tagKey(text.bytes(), 0, text.length())) {
            return false;
        }
        text.clear();
        text.append(value);
        return line.tagValue(text.bytes(), 0, text.length());
    }

    /** QuestDB refuses dots and dashes in names of columns, and most attributes have some. */
    private static void underscores(byte[] key, int length) {
        for (int i = 0; i < length; i++) {
            if (key[i] == '.' || key[i] == '-') {
                key[i] = '_';
            }
        }
    }

    private static boolean has(List<KeyValue> attributes, String key) {
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).getKey().equals(key)) {
                return true;
            }
        }
        return false;
    }
}
