package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.protobuf.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes measurement and tags: the attributes of a data point, and those of its resource and scope
 * that the data point does not have. Not thread-safe.
 */
final class PointTags {
    /** Attributes of a point, and tags of its resource and scope together. */
    private static final int MOST_TAGS = NumberPoint.MOST_ATTRIBUTES;

    /** Keys of so few tags are compared with each key of a point. */
    private static final int FEW_SHARED = 16;

    private final OtlpMapping mapping;
    private final LineSpeller line;
    private final ByteText text = new ByteText(256);
    private final List<Shared> shared = new ArrayList<>();
    private final Map<String, Shared> sharedByKey = new HashMap<>();
    private final Shared scope = new Shared(OtlpMapping.SCOPE, "");
    /** The number of the current point. */
    private long point;
    /** Bytes read for the current point. */
    private int spelled;

    /** A tag that a point has unless an attribute of its own has the same key. */
    private static final class Shared {
        private final String key;
        private final byte[] keyBytes;
        private String value;
        /** The latest point with an attribute of this key. */
        private long hiddenIn;

        Shared(String key, String value) {
            this.key = key;
            this.keyBytes = key.getBytes(UTF_8);
            this.value = value;
        }
    }

    PointTags(OtlpMapping mapping, LineSpeller line) {
        this.mapping = mapping;
        this.line = line;
    }

    /** Starts the metrics of a resource. Of several attributes with one key, the first counts. */
    void resource(Resource resource) {
        shared.clear();
        sharedByKey.clear();
        if (mapping.hasScopeTag()) {
            share(scope);
        }
        List<KeyValue> attributes = resource.getAttributesList();
        for (int i = 0; i < attributes.size() && shared.size() <= MOST_TAGS; i++) {
            KeyValue each = attributes.get(i);
            String value = mapping.isTag(each.getKey()) ? AttributeText.of(each.getValue()) : "";
            if (!value.isEmpty()) {
                share(new Shared(each.getKey(), value));
            }
        }
    }

    private void share(Shared tag) {
        if (sharedByKey.putIfAbsent(tag.key, tag) == null) {
            shared.add(tag);
        }
    }

    /** Starts the metrics of a scope in the current resource. */
    void scope(InstrumentationScope of) {
        scope.value = of.getName();
    }

    /** Whether {@link #write(String, NumberPoint)} must not be called, because it would take long. */
    boolean areManyShared() {
        return shared.size() > FEW_SHARED;
    }

    /** Starts a line, or returns the reason why there is none. */
    OtlpError write(String metric, List<KeyValue> attributes) {
        OtlpError error = begin(metric, attributes.size());
        if (error != OtlpError.NONE) {
            return error;
        }
        for (int i = 0; i < attributes.size(); i++) {
            KeyValue each = attributes.get(i);
            if (!tag(each.getKey(), AttributeText.of(each.getValue()))) {
                return OtlpError.BAD_ATTRIBUTE;
            }
            Shared hidden = sharedByKey.get(each.getKey());
            if (hidden != null) {
                hidden.hiddenIn = point;
            }
        }
        return writeShared();
    }

    /** The same for a point all of whose attributes are texts. */
    OtlpError write(String metric, NumberPoint attributes) {
        OtlpError error = begin(metric, attributes.attributes());
        if (error != OtlpError.NONE) {
            return error;
        }
        byte[] body = attributes.body();
        for (int i = 0; i < attributes.attributes(); i++) {
            if (!tag(body, attributes.key(i), attributes.value(i))) {
                return OtlpError.BAD_ATTRIBUTE;
            }
            hide(body, attributes.key(i));
        }
        return writeShared();
    }

    private OtlpError begin(String metric, int attributes) {
        spelled = 0;
        spell(metric);
        if (!line.measurement(text.bytes(), 0, text.length())) {
            return OtlpError.BAD_METRIC;
        }
        if (attributes + shared.size() > MOST_TAGS) {
            return OtlpError.TOO_MANY_ATTRIBUTES;
        }
        point++;
        return OtlpError.NONE;
    }

    private OtlpError writeShared() {
        for (int i = 0; i < shared.size(); i++) {
            Shared each = shared.get(i);
            if (each.hiddenIn != point && !tag(each.key, each.value)) {
                return OtlpError.BAD_ATTRIBUTE;
            }
        }
        return OtlpError.NONE;
    }

    private void hide(byte[] body, long key) {
        for (int i = 0; i < shared.size(); i++) {
            Shared each = shared.get(i);
            byte[] other = each.keyBytes;
            if (Arrays.equals(body, Place.from(key), Place.to(key), other, 0, other.length)) {
                each.hiddenIn = point;
            }
        }
    }

    /** Length of the names and values of the latest point, also of those that line protocol refuses. */
    int spelled() {
        return spelled;
    }

    private void spell(String name) {
        text.clear();
        text.append(name);
        spelled += text.length() + 1;
    }

    private boolean tag(String key, String value) {
        if (value.isEmpty()) {
            return true;
        }
        spell(key);
        if (!spelledKey()) {
            return false;
        }
        spell(value);
        return line.tagValue(text.bytes(), 0, text.length());
    }

    private boolean tag(byte[] body, long key, long value) {
        if (Place.isEmpty(value)) {
            return true;
        }
        text.clear();
        text.append(body, Place.from(key), Place.to(key));
        spelled += text.length() + 1;
        if (!spelledKey()) {
            return false;
        }
        spelled += Place.length(value) + 1;
        return line.tagValue(body, Place.from(value), Place.to(value));
    }

    private boolean spelledKey() {
        underscores(text.bytes(), text.length());
        return line.tagKey(text.bytes(), 0, text.length());
    }

    /** QuestDB refuses dots and dashes in names of columns, and most attributes have some. */
    private static void underscores(byte[] key, int length) {
        for (int i = 0; i < length; i++) {
            if (key[i] == '.' || key[i] == '-') {
                key[i] = '_';
            }
        }
    }
}
