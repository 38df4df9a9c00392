package io.weir.contract.yaml;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A key that is about to be read; one of {@link #or}, {@link #required} and {@link #optional} reads it and declares it.
 *
 * <p>None of them throws for what a person wrote: the mistake is collected, and something harmless is returned.
 */
public final class Setting<T> {
    private final SectionKeys keys;
    private final String key;
    private final Supplier<Kind<T>> kind;
    private final String about;

    Setting(SectionKeys keys, String key, Supplier<Kind<T>> kind, String about) {
        this.keys = keys;
        this.key = key;
        this.kind = kind;
        this.about = about;
    }

    /** The value, or this one if the key is left out. */
    public T or(T fallback) {
        keys.declare(key, kind, () -> Scalars.show(fallback), about);
        return keys.read(key, kind).orElse(fallback);
    }

    /** As {@link #or(Object)}, for a fallback that documentation describes: it differs from machine to machine. */
    public T or(T fallback, String described) {
        keys.declare(key, kind, () -> described, about);
        return keys.read(key, kind).orElse(fallback);
    }

    /** Nothing if the key is left out. */
    public Optional<T> optional() {
        keys.declare(key, kind, () -> "optional", about);
        return keys.read(key, kind);
    }

    /** Leaving the key out is a mistake. */
    public T required() {
        keys.declare(key, kind, () -> "required", about);
        Optional<T> value = keys.read(key, kind);
        if (value.isEmpty() && !keys.has(key)) {
            String name = kind.get().name();
            keys.refuseMissing(key, about.isEmpty() ? name : name + ": " + about);
        }
        return value.orElseGet(() -> kind.get().standIn());
    }
}
