package io.weir.contract.alarm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A snapshot of all values set for the whole farm in {@code control.state}. Immutable.
 *
 * @param offset of the last record of {@code control.state} in the snapshot; the higher offset is
 *     the later snapshot. -1 before any value was set
 * @param values by name; other names are not set
 * @param changed when a name got its value or was unset, in milliseconds since the epoch. It is the
 *     time of the record of {@code control.state}, which is the same for all readers. Names that did
 *     not change for long may be absent.
 */
public record FarmState(long offset, SortedMap<String, String> values, SortedMap<String, Long> changed) {

    /** No value was ever set. */
    public static final FarmState NONE = new FarmState(-1, Collections.emptySortedMap());

    /** The most names that may be set. */
    public static final int MAX_NAMES = 64;

    /** The most names with a time: those that are set, and as many that were. */
    public static final int MAX_TIMES = 2 * MAX_NAMES;

    /** The maximum length of a value, in characters; a value may become a tag of every line. */
    public static final int MAX_VALUE = 256;

    private static final long MOST_AHEAD_MILLIS = 60_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    public FarmState {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        changed = Collections.unmodifiableSortedMap(new TreeMap<>(changed));
    }

    /** A snapshot without times. */
    public FarmState(long offset, SortedMap<String, String> values) {
        this(offset, values, Collections.emptySortedMap());
    }

    /** The mistake in a name; empty if it is valid. */
    public static Optional<String> mistakeOfName(String name) {
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("must be 1 to 64 of A-Z, a-z, 0-9, '.', '_' and '-', beginning with a letter or digit");
    }

    /**
     * The mistake in a value; empty if it is valid. Line protocol must be able to spell it as a tag
     * value.
     */
    public static Optional<String> mistakeOfValue(String value) {
        if (value.isEmpty()) {
            return Optional.of("must not be empty");
        }
        if (value.length() > MAX_VALUE) {
            return Optional.of("must have at most " + MAX_VALUE + " characters, had " + value.length());
        }
        if (value.chars().anyMatch(Character::isISOControl) || value.endsWith("\\")) {
            return Optional.of("must not have control characters or end with a backslash");
        }
        return Optional.empty();
    }

    /** The value of a name; empty if it is not set. */
    public String value(String name) {
        return values.getOrDefault(name, "");
    }

    /** The value of a name, with its time; 0 if that is not known. */
    public FarmValue at(String name) {
        return new FarmValue(value(name), changed.getOrDefault(name, 0L));
    }

    /**
     * The same values, with the time of each that is set or has changed: its own, or {@code millis} if
     * that is not known or wrong. A time is wrong if it is before that of the previous value, or more
     * than a minute after the marker. A value that is the same as before keeps its time.
     *
     * @param millis the time of the marker
     */
    public FarmState following(FarmState before, long millis) {
        TreeMap<String, Long> times = new TreeMap<>();
        TreeSet<String> names = new TreeSet<>(before.values.keySet());
        names.addAll(values.keySet());
        for (String name : names) {
            long own = changed.getOrDefault(name, millis);
            long earlier = before.at(name).sinceMillis();
            boolean isWrong = own < earlier || own - MOST_AHEAD_MILLIS > millis;
            long since = isWrong ? millis : own;
            boolean isSame = value(name).equals(before.value(name));
            times.put(name, isSame ? before.changed.getOrDefault(name, since) : since);
        }
        return new FarmState(offset, values, times);
    }

    /**
     * The bytes in a marker: the offset, then a line {@code name=value} for each name that is set, then
     * a line {@code name@millis} for each time.
     */
    public byte[] toBytes() {
        StringBuilder text = new StringBuilder().append(offset);
        values.forEach(
                (name, value) -> text.append('\n').append(name).append('=').append(value));
        changed.forEach(
                (name, millis) -> text.append('\n').append(name).append('@').append(millis));
        return text.toString().getBytes(UTF_8);
    }

    /** Reads {@link #toBytes}; empty if the bytes are invalid. */
    public static Optional<FarmState> of(byte[] bytes) {
        String[] lines = new String(bytes, UTF_8).split("\n", -1);
        if (!NUMBER.matcher(lines[0]).matches() || lines.length - 1 > MAX_NAMES + MAX_TIMES) {
            return Optional.empty();
        }
        TreeMap<String, String> values = new TreeMap<>();
        TreeMap<String, Long> changed = new TreeMap<>();
        for (int i = 1; i < lines.length; i++) {
            int equals = lines[i].indexOf('=');
            int end = equals < 0 ? lines[i].indexOf('@') : equals;
            String name = lines[i].substring(0, Math.max(0, end));
            String value = lines[i].substring(end + 1);
            boolean isValid = equals < 0
                    ? NUMBER.matcher(value).matches()
                    : mistakeOfValue(value).isEmpty();
            if (mistakeOfName(name).isPresent() || !isValid) {
                return Optional.empty();
            }
            if (equals < 0) {
                changed.put(name, Long.parseLong(value));
            } else {
                values.put(name, value);
            }
        }
        return values.size() > MAX_NAMES || changed.size() > MAX_TIMES
                ? Optional.empty()
                : Optional.of(new FarmState(Long.parseLong(lines[0]), values, changed));
    }

    /** Writes the snapshot into a checkpoint. */
    public void write(DataOutput out) throws IOException {
        byte[] bytes = toBytes();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    public static FarmState read(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return of(bytes).orElse(NONE);
    }

    /** Decodes UTF-8; empty if the bytes are not valid UTF-8. */
    static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
