package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.writer.TypeChange.Policy;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fields that a store has rejected because of their type, and the operator's policy for them. Later
 * lines with such a field are detected before the write, so that the store does not reject the
 * whole batch because of them. Bounded; used by one thread.
 */
final class TypeConflicts {
    private static final int LIMIT = 10_000;
    private static final Pattern INFLUXDB = Pattern.compile(
            ".*input field \"(?<field>.+)\" on measurement \"(?<measurement>.+)\" is type (?<type>\\w+), already exists .*",
            Pattern.DOTALL);
    private static final Pattern QUESTDB = Pattern.compile(
            ".*table: (?<measurement>.+), column: (?<field>.+); cast error from protocol type: (?<type>\\w+) .*",
            Pattern.DOTALL);
    /** The words of Weir itself, for stores of columns and of documents. */
    private static final Pattern OWN = Pattern.compile(
            "(?:table|measurement) (?<measurement>.+), (?:column|field) (?<field>.+): the type .+ stores no (?<type>\\w+)"
                    + "(?:; .*)?",
            Pattern.DOTALL);

    private final List<TypeChange> changes;
    private final LineReader reader = new LineReader();
    private final Set<Field> known = new HashSet<>();
    /**
     * Whether a measurement has a known field (1) or not (0). Decoding the name of each line's
     * measurement would be too slow.
     */
    private RouteTable hasKnown = new RouteTable();

    private record Field(String measurement, String name, FieldType type) {}

    /** Receives conflicting lines. */
    interface Sink {
        /** Takes the line at {@code [from, to)}; {@code rewritten} replaces it unless null. */
        void take(int from, int to, byte @Nullable [] rewritten);
    }

    TypeConflicts(List<TypeChange> changes) {
        this.changes = changes;
    }

    /**
     * The replacement of a rejected line, or null.
     *
     * @param message the store's message
     */
    byte @Nullable [] replacement(byte[] bytes, int from, int to, String message) {
        Optional<Field> field =
                field(INFLUXDB, message).or(() -> field(QUESTDB, message)).or(() -> field(OWN, message));
        if (field.isEmpty()) {
            return null;
        }
        if (known.size() == LIMIT) {
            known.clear();
        }
        if (known.add(field.get())) {
            hasKnown = new RouteTable();
        }
        reader.wrap(bytes, from, to);
        return reader.next() && reader.error() == LineError.NONE ? rewritten() : null;
    }

    /** Passes on the lines at {@code [0, length)} that have a field known to be rejected. */
    void find(byte[] bytes, int length, Sink sink) {
        if (known.isEmpty()) {
            return;
        }
        reader.wrap(bytes, 0, length);
        while (reader.next()) {
            if (reader.error() == LineError.NONE && isConflicting()) {
                sink.take(reader.lineStart(), reader.lineEnd(), rewritten());
            }
        }
    }

    private boolean isConflicting() {
        if (!isOfKnownMeasurement()) {
            return false;
        }
        String measurement = measurement();
        for (int i = 0; i < reader.fieldCount(); i++) {
            if (known.contains(new Field(measurement, reader.fieldKey(i), reader.fieldType(i)))) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfKnownMeasurement() {
        byte[] bytes = reader.bytes();
        int from = reader.seriesStart();
        int to = RouteTable.measurementEnd(bytes, from, reader.seriesEnd());
        int found = hasKnown.find(bytes, from, to);
        if (found == RouteTable.UNKNOWN) {
            String measurement = measurement();
            found = known.stream().anyMatch(field -> field.measurement.equals(measurement)) ? 1 : 0;
            hasKnown.put(bytes, from, to, found);
        }
        return found == 1;
    }

    /**
     * The current line with other names for fields known to be rejected; null if the policy is to
     * reject.
     */
    private byte @Nullable [] rewritten() {
        String measurement = measurement();
        if (TypeChange.of(changes, measurement) == Policy.REJECT) {
            return null;
        }
        byte[] bytes = reader.bytes();
        boolean isChanged = false;
        ByteArrayOutputStream line = new ByteArrayOutputStream(reader.lineEnd() - reader.lineStart() + 16);
        int at = reader.lineStart();
        for (int i = 0; i < reader.fieldCount(); i++) {
            String name = reader.fieldKey(i);
            String suffix = "_" + reader.fieldType(i).name().toLowerCase(Locale.ROOT);
            // Adds a suffix only once. If the store rejects the suffixed field, too, the line is
            // rejected.
            if (!name.endsWith(suffix) && known.contains(new Field(measurement, name, reader.fieldType(i)))) {
                line.write(bytes, at, reader.fieldKeyEnd(i) - at);
                line.writeBytes(suffix.getBytes(UTF_8));
                at = reader.fieldKeyEnd(i);
                isChanged = true;
            }
        }
        line.write(bytes, at, reader.lineEnd() - at);
        return isChanged ? line.toByteArray() : null;
    }

    private String measurement() {
        byte[] bytes = reader.bytes();
        int from = reader.seriesStart();
        try {
            return Series.parse(bytes, from, RouteTable.measurementEnd(bytes, from, reader.seriesEnd()))
                    .measurement();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Optional<Field> field(Pattern pattern, String message) {
        Matcher matcher = pattern.matcher(message);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String type = matcher.group("type").toUpperCase(Locale.ROOT);
        for (FieldType each : FieldType.values()) {
            if (each.name().equals(type)) {
                return Optional.of(new Field(matcher.group("measurement"), matcher.group("field"), each));
            }
        }
        return Optional.empty();
    }
}
