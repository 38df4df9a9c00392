package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.match.Fields;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.NameSpelling;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes records as lines. Belongs to one thread. */
final class RecordLine {
    private static final int UNSIGNED_BITS = 64;
    /** Room for a number with its separators. */
    private static final int NUMBER_BYTES = 24;
    /** A set that was larger stays slow to clear. */
    private static final int MANY_NAMES = 1000;

    private final RecordMapping mapping;
    private final LineSpeller lines;
    private final RecordRoom room;
    private final Set<JsonPointer> others;
    private final @Nullable Fields floats;
    private final RecordTime time;
    private Set<String> names = new HashSet<>();
    private RecordError error = RecordError.NONE;
    private JsonPointer errorAt = JsonPointer.empty();

    /** Writes into {@code lines} while there is {@code room}. */
    RecordLine(RecordMapping mapping, LineSpeller lines, RecordRoom room) {
        this.mapping = mapping;
        this.lines = lines;
        this.room = room;
        this.others = mapping.others();
        this.floats = mapping.floats().orElse(null);
        this.time = new RecordTime(mapping.unit());
    }

    /** The place in the record of the last error. */
    JsonPointer errorAt() {
        return errorAt;
    }

    /** Adds the line of a record, or returns the reason why there is none. */
    RecordError write(JsonNode record, JsonNode message) {
        error = RecordError.NONE;
        errorAt = JsonPointer.empty();
        room.line();
        if (names.size() > MANY_NAMES) {
            names = new HashSet<>();
        } else {
            names.clear();
        }
        if (!record.isObject()) {
            return RecordError.NOT_A_RECORD;
        }
        boolean isGood = writeMeasurement(record, message)
                && writeTags(record, message)
                && writeFields(record, message)
                && end(record, message);
        if (!isGood) {
            lines.dropLine();
        }
        return error;
    }

    private boolean writeMeasurement(JsonNode record, JsonNode message) {
        JsonPointer at = mapping.measurement().pointer();
        JsonNode value = mapping.measurement().in(record, message);
        String name = value.isTextual() || value.isNumber() ? value.asText() : "";
        if (!hasRoom(name.length(), at)) {
            return false;
        }
        byte[] text = utf8(name);
        return (text.length > 0 && lines.measurement(text, 0, text.length)) || refuse(RecordError.BAD_MEASUREMENT, at);
    }

    private boolean writeTags(JsonNode record, JsonNode message) {
        for (Map.Entry<String, Source> tag : mapping.tags().entrySet()) {
            JsonNode value = tag.getValue().in(record, message);
            if (isAbsent(value) || (value.isTextual() && value.textValue().isEmpty())) {
                continue;
            }
            String plain = value.asText();
            if (!hasRoom(tag.getKey().length() + plain.length(), tag.getValue().pointer())) {
                return false;
            }
            byte[] key = tag.getKey().getBytes(UTF_8);
            byte[] text = utf8(plain);
            boolean isGood =
                    value.isValueNode() && lines.tagKey(key, 0, key.length) && lines.tagValue(text, 0, text.length);
            if (!isGood) {
                return refuse(RecordError.BAD_TAG, tag.getValue().pointer());
            }
        }
        return true;
    }

    private boolean writeFields(JsonNode record, JsonNode message) {
        boolean isGood = true;
        if (mapping.fields().isEmpty()) {
            isGood = writeMembers(record, "", JsonPointer.empty());
        } else {
            for (Map.Entry<String, Source> field : mapping.fields().get().entrySet()) {
                JsonNode value = field.getValue().in(record, message);
                isGood = isGood && write(value, field.getKey(), field.getValue().pointer());
            }
        }
        return isGood && (lines.hasFields() || refuse(RecordError.NO_FIELDS, JsonPointer.empty()));
    }

    /** Writes the members of an object as fields. There must be room for their names and places. */
    private boolean writeMembers(JsonNode object, String prefix, JsonPointer at) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!hasRoom(prefix.length() + member.getKey().length(), at)) {
                return false;
            }
            JsonPointer place = at.appendProperty(member.getKey());
            if (!others.contains(place) && !write(member.getValue(), prefix + member.getKey(), place)) {
                return false;
            }
        }
        return true;
    }

    /** Writes a value as a field, an object as fields, and nothing for null. */
    private boolean write(JsonNode value, String name, JsonPointer at) {
        if (isAbsent(value) || (value instanceof BareText text && BareValue.isNotFinite(text.textValue()))) {
            return true;
        }
        if (value.isObject()) {
            return writeMembers(value, name + mapping.separator(), at);
        }
        if (!names.add(spelled(name))) {
            return refuse(RecordError.DUPLICATE, at);
        }
        byte[] key = name.getBytes(UTF_8);
        if (!lines.fieldKey(key, 0, key.length)) {
            return refuse(RecordError.BAD_FIELD, at);
        }
        RecordError wrong = room.take(bytesOf(value));
        if (wrong == RecordError.NONE) {
            wrong = writeValue(value, name);
        }
        return wrong == RecordError.NONE || refuse(wrong, at);
    }

    /** Backslashes at the end are not spelled; see {@link NameSpelling}. */
    private static String spelled(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '\\') {
            end--;
        }
        return name.substring(0, end);
    }

    private RecordError writeValue(JsonNode value, String name) {
        if (value.isArray()) {
            return areScalars(value) ? writeArray(value.toString()) : RecordError.BAD_ARRAY;
        }
        if (value instanceof BareText text) {
            return writeBare(text.textValue());
        }
        if (value.isTextual()) {
            return writeText(value.textValue());
        }
        if (value.isBoolean()) {
            return writeVerbatim(value.asText());
        }
        if (value.isIntegralNumber() && (floats == null || !floats.has(name))) {
            return writeInteger(value);
        }
        return lines.value(value.doubleValue()) ? RecordError.NONE : RecordError.OUT_OF_RANGE;
    }

    private RecordError writeBare(String text) {
        BareValue.Kind kind = BareValue.kind(text);
        if (kind == BareValue.Kind.FLOAT) {
            return lines.value(Double.parseDouble(text)) ? RecordError.NONE : RecordError.OUT_OF_RANGE;
        }
        return kind == BareValue.Kind.TEXT ? writeText(text) : writeVerbatim(text);
    }

    private RecordError writeArray(String text) {
        RecordError full = room.take(text.length());
        return full == RecordError.NONE ? writeText(text) : full;
    }

    private RecordError writeInteger(JsonNode value) {
        if (value.canConvertToLong()) {
            lines.value(value.longValue());
            return RecordError.NONE;
        }
        BigInteger number = value.bigIntegerValue();
        return number.signum() > 0 && number.bitLength() <= UNSIGNED_BITS
                ? writeVerbatim(number + "u")
                : RecordError.OUT_OF_RANGE;
    }

    private RecordError writeVerbatim(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        lines.verbatim(bytes, 0, bytes.length);
        return RecordError.NONE;
    }

    private RecordError writeText(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return !hasLoneSurrogate(text) && lines.text(bytes, 0, bytes.length) ? RecordError.NONE : RecordError.BAD_FIELD;
    }

    private boolean end(JsonNode record, JsonNode message) {
        if (mapping.timestamp().isEmpty()) {
            lines.endLine();
            return true;
        }
        Source source = mapping.timestamp().get();
        RecordError wrong = time.read(source.in(record, message));
        if (wrong != RecordError.NONE) {
            return refuse(wrong, source.pointer());
        }
        lines.endLine(time.nanos());
        return true;
    }

    private boolean hasRoom(int bytes, JsonPointer at) {
        RecordError full = room.take(bytes);
        return full == RecordError.NONE || refuse(full, at);
    }

    /** The room that a value takes. An element of an array counts like a byte of a text. */
    private static int bytesOf(JsonNode value) {
        if (value.isArray()) {
            return value.size();
        }
        return value.isTextual() ? value.textValue().length() : NUMBER_BYTES;
    }

    private boolean refuse(RecordError why, JsonPointer at) {
        error = why;
        errorAt = at;
        return false;
    }

    private boolean isAbsent(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && mapping.absent().contains(value.textValue()));
    }

    private static boolean areScalars(JsonNode array) {
        Iterator<JsonNode> elements = array.elements();
        while (elements.hasNext()) {
            JsonNode element = elements.next();
            if (!element.isValueNode() || element.isNull()) {
                return false;
            }
        }
        return true;
    }

    /** Empty for a text that is not Unicode. */
    private static byte[] utf8(String text) {
        return hasLoneSurrogate(text) ? new byte[0] : text.getBytes(UTF_8);
    }

    /** JSON can write half of a character: {@code "\ud800"}. */
    private static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean isPair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!isPair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
