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
 * The fields of all series under the same rules, each once, with its key and its rules. A field
 * that no series has any more is forgotten, so field names that a sender invents cost nothing once
 * their series are gone. Not thread-safe.
 */
final class FieldTable {

    private final Function<byte[], FieldRules> compiler;
    private final Map<ByteBuffer, WeakReference<Field>> fields = new HashMap<>();
    private final ReferenceQueue<Field> unused = new ReferenceQueue<>();

    /**
     * A field.
     *
     * @param key the key in line protocol; must not be changed
     * @param rules the rules of the field
     */
    record Field(byte[] key, FieldRules rules) {}

    /** Keeps the key for the removal of an unused field. */
    private static final class Entry extends WeakReference<Field> {
        private final ByteBuffer key;

        Entry(Field field, ByteBuffer key, ReferenceQueue<Field> unused) {
            super(field, unused);
            this.key = key;
        }
    }

    /** @param compiler returns the rules of a field by its key */
    FieldTable(Function<byte[], FieldRules> compiler) {
        this.compiler = compiler;
    }

    /** The field with this key. The table retains the array; callers must not change it. */
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
