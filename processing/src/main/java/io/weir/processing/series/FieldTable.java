package io.weir.processing.series;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields that series under the same rules have, each once: its key and what the rules make of it. A field that no series has any
 * more is forgotten, so the names that a sender makes up cost nothing once its series are gone. Not thread-safe.
 */
final class FieldTable {

    private final Function<byte[], FieldRules> compiler;
    private final Map<ByteBuffer, WeakReference<Field>> fields = new HashMap<>();
    private final ReferenceQueue<Field> unused = new ReferenceQueue<>();

    /**
     * A field.
     *
     * @param key as line protocol spells it: not to be changed
     * @param rules what they make of it
     */
    record Field(byte[] key, FieldRules rules) {}

    /** Remembers under which key an unused field is to be removed. */
    private static final class Entry extends WeakReference<Field> {
        private final ByteBuffer key;

        Entry(Field field, ByteBuffer key, ReferenceQueue<Field> unused) {
            super(field, unused);
            this.key = key;
        }
    }

    /** @param compiler tells what the rules make of a field, by its key */
    FieldTable(Function<byte[], FieldRules> compiler) {
        this.compiler = compiler;
    }

    /** The field with this key, which the table keeps. */
    Field of(byte[] key) {
        removeUnused();
        ByteBuffer wrapped = ByteBuffer.wrap(key);
        @Nullable WeakReference<Field> known = fields.get(wrapped);
        Field field = known == null ? null : known.get();
        if (field == null) {
            field = new Field(key, compiler.apply(key));
            fields.put(wrapped, new Entry(field, wrapped, unused));
        }
        return field;
    }

    private void removeUnused() {
        for (Reference<? extends Field> gone = unused.poll(); gone != null; gone = unused.poll()) {
            fields.remove(((Entry) gone).key, gone);
        }
    }
}
