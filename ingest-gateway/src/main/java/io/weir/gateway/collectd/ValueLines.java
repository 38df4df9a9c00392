package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.gateway.intake.spelling.LineText;
import org.jspecify.annotations.Nullable;

/**
 * Writes lists of values and messages as line protocol. Every number is a FLOAT, because a plugin
 * mixes kinds of values. Not thread-safe.
 */
final class ValueLines {
    private static final byte[] EVENT = ascii("collectd_notification");
    private static final byte[] PLUGIN = ascii(",plugin=");
    private static final byte[] INSTANCE = ascii(",instance=");
    private static final byte[] TYPE = ascii(",type=");
    private static final byte[] TYPE_INSTANCE = ascii(",type_instance=");
    private static final byte[] VALUE = ascii("value");
    private static final byte[] MESSAGE = ascii(" message=");
    private static final byte[] SEVERITY = ascii(",severity=\"");

    private final boolean isOneLine;
    private final byte[] hostTag;
    private final LineText text;

    ValueLines(Naming naming, LineText text) {
        this.isOneLine = naming == Naming.WEIR;
        this.hostTag = ascii(naming == Naming.WEIR ? ",hostname=" : ",host=");
        this.text = text;
    }

    /**
     * Writes the finite values. Returns the number of the others. Numbers the values without
     * {@code names}.
     */
    int write(Identity identity, byte @Nullable [][] names, ValuesPart values) {
        return isOneLine ? oneLine(identity, names, values) : aLineEach(identity, names, values);
    }

    private int oneLine(Identity identity, byte @Nullable [][] names, ValuesPart values) {
        int start = text.length();
        put(identity.plugin);
        tags(identity);
        int leftOut = 0;
        for (int i = 0; i < values.count(); i++) {
            if (values.isFinite(i)) {
                text.put(i == leftOut ? ' ' : ',');
                source(names, i);
                text.put('=');
                values.write(i, text);
            } else {
                leftOut++;
            }
        }
        if (leftOut == values.count()) {
            text.truncate(start);
        } else {
            end(identity);
        }
        return leftOut;
    }

    private int aLineEach(Identity identity, byte @Nullable [][] names, ValuesPart values) {
        int leftOut = 0;
        for (int i = 0; i < values.count(); i++) {
            if (!values.isFinite(i)) {
                leftOut++;
                continue;
            }
            put(identity.plugin);
            text.put('_');
            source(names, i);
            tags(identity);
            text.put(' ');
            text.put(VALUE);
            text.put('=');
            values.write(i, text);
            end(identity);
        }
        return leftOut;
    }

    /** Writes a message, which lies between the indexes, as an event. */
    void write(Identity identity, Severity severity, byte[] bytes, int from, int to) {
        text.put(EVENT);
        text.put(hostTag);
        put(identity.host);
        tag(INSTANCE, identity.pluginInstance);
        tag(PLUGIN, identity.pluginTag);
        tag(TYPE, identity.type);
        tag(TYPE_INSTANCE, identity.typeInstance);
        text.put(MESSAGE);
        text.quoted(bytes, from, to);
        text.put(SEVERITY);
        text.put(severity.word());
        text.put('"');
        end(identity);
    }

    /** Writes the tags sorted by key, so that the line is already canonical. */
    private void tags(Identity identity) {
        text.put(hostTag);
        put(identity.host);
        tag(INSTANCE, identity.pluginInstance);
        tag(TYPE, identity.type);
        tag(TYPE_INSTANCE, identity.typeInstance);
    }

    private void tag(byte[] key, Name value) {
        if (!value.isEmpty()) {
            text.put(key);
            put(value);
        }
    }

    private void put(Name name) {
        text.put(name.spelled(), 0, name.length());
    }

    private void source(byte @Nullable [][] names, int i) {
        if (names != null) {
            text.put(names[i]);
            return;
        }
        text.put(VALUE);
        if (i > 0) {
            text.number(i);
        }
    }

    /** Without a time, the reader of the line assigns one. */
    private void end(Identity identity) {
        if (identity.hasTime()) {
            text.put(' ');
            text.number(identity.nanos());
        }
        text.put('\n');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
