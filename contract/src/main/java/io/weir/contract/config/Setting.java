package io.weir.contract.config;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A key to read; call one of {@link #or}, {@link #required} and {@link #optional}, which reads and
 * declares it.
 *
 * <p>None of them throws for invalid content: the mistake is collected, and a harmless value is
 * returned.
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

    /** The value, or this one if the key is absent. */
    public T or(T fallback) {
        keys.declare(key, kind, () -> Scalars.show(fallback), about);
        return keys.read(key, kind).orElse(fallback);
    }

    /**
     * Like {@link #or(Object)}, with a description of the fallback for the documentation, because
     * it depends on the machine.
     */
    public T or(T fallback, String described) {
        keys.declare(key, kind, () -> described, about);
        return keys.read(key, kind).orElse(fallback);
    }

    /** Empty if the key is absent. */
    public Optional<T> optional() {
        keys.declare(key, kind, () -> "optional", about);
        return keys.read(key, kind);
    }

    /** Reports a mistake if the key is absent. */
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
