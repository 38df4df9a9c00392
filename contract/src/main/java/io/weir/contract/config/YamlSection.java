package io.weir.contract.config;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A cursor over one mapping of a document. Asking for a key declares it; the section detects keys
 * that no reader asked for.
 *
 * <p>{@link YamlSource#read} opens the root, and ends it and every section below. Not thread-safe;
 * not usable after the reading. Getters never throw for invalid content: mistakes are collected,
 * and reading continues.
 */
public final class YamlSection {
    private final SectionKeys keys;

    YamlSection(SectionKeys keys) {
        this.keys = keys;
    }

    /** The authorities that the whole document names, once it is read. */
    public TrustedAuthorities authorities() {
        return keys.authorities();
    }

    public Setting<String> text(String key, String about) {
        return setting(key, () -> Scalars.TEXT, about);
    }

    /** Both bounds are allowed values. */
    public Setting<Integer> integer(String key, int min, int max, String about) {
        return setting(key, () -> Scalars.integer(min, max).map(Math::toIntExact), about);
    }

    /** Both bounds are allowed values. */
    public Setting<Long> longInteger(String key, long min, long max, String about) {
        return setting(key, () -> Scalars.integer(min, max), about);
    }

    /** Any finite number. */
    public Setting<Double> number(String key, String about) {
        return number(key, -Double.MAX_VALUE, Double.MAX_VALUE, about);
    }

    /** Both bounds are allowed values. */
    public Setting<Double> number(String key, double min, double max, String about) {
        return setting(key, () -> Scalars.number(min, max), about);
    }

    /** A finite number, or a list of them. */
    public Setting<List<Double>> numbers(String key, String about) {
        return setting(
                key, () -> Kind.oneOrMore(Scalars.number(-Double.MAX_VALUE, Double.MAX_VALUE), "numbers"), about);
    }

    public Setting<Boolean> flag(String key, String about) {
        return setting(key, () -> Scalars.FLAG, about);
    }

    /** At least {@code least}; never negative, never above 290 years. */
    public Setting<Duration> duration(String key, Duration least, String about) {
        return setting(key, () -> Scalars.duration(least), about);
    }

    /** A constant of the enum, written in lower case with dashes. */
    public <E extends Enum<E>> Setting<E> choice(String key, Class<E> type, String about) {
        return setting(key, () -> Scalars.choice(type), about);
    }

    /** One of these constants, for a type that has further ones. */
    public <E extends Enum<E>> Setting<E> choice(String key, List<E> constants, String about) {
        return setting(key, () -> Scalars.choice(constants), about);
    }

    public <E extends Enum<E>> Setting<List<E>> choices(String key, Class<E> type, String about) {
        return setting(
                key,
                () -> {
                    Kind<E> each = Scalars.choice(type);
                    return Kind.list("a list, each " + each.name(), each.shape(), each.reader());
                },
                about);
    }

    public Setting<List<String>> texts(String key, String about) {
        return setting(key, () -> Kind.list("a list of texts", Scalars.TEXT.shape(), Scalars.TEXT.reader()), about);
    }

    /**
     * A parsed text; {@code parse} throws {@link Refusal}, {@code standIn} replaces an invalid
     * value.
     */
    public <T> Setting<T> value(String key, T standIn, Function<String, T> parse, String about) {
        return setting(key, () -> Kind.scalar("a text", Scalars.TEXT.shape(), standIn, parse), about);
    }

    /** Like {@link #value}, of a text that may be as long as the document. */
    public <T> Setting<T> longValue(String key, T standIn, Function<String, T> parse, String about) {
        return setting(key, () -> Kind.longScalar("a text", Scalars.TEXT.shape(), standIn, parse), about);
    }

    /** A list of parsed texts; {@code parse} throws {@link Refusal}. */
    public <T> Setting<List<T>> values(String key, Function<String, T> parse, String about) {
        return setting(
                key,
                () -> Kind.list("a list of texts", Scalars.TEXT.shape(), Kind.scalarReader("a text", parse)),
                about);
    }

    /**
     * A parsed text, or a list of them.
     *
     * @param parse throws {@link Refusal}
     * @param as combines them into one value. May throw {@link Refusal}, but not for an empty list,
     *     which replaces invalid values
     */
    public <E, T> Setting<T> oneOrMore(String key, Function<String, E> parse, Function<List<E>, T> as, String about) {
        return setting(key, () -> Kind.oneOrMore(parse, as), about);
    }

    /** A mapping with free keys; {@code parse} of the values throws {@link Refusal}. */
    public <T> Setting<SortedMap<String, T>> entries(String key, Function<String, T> parse, String about) {
        return setting(key, () -> Nested.entries(Scalars.TEXT.shape(), Kind.scalarReader("a text", parse)), about);
    }

    /** A mapping with free keys, whose values are like those of {@link #oneOrMore}. */
    public <E, T> Setting<SortedMap<String, T>> entriesOfOneOrMore(
            String key, Function<String, E> parse, Function<List<E>, T> as, String about) {
        return setting(
                key,
                () -> {
                    Kind<T> each = Kind.oneOrMore(parse, as);
                    return Nested.entries(each.shape(), each.reader());
                },
                about);
    }

    /**
     * Names, each with its alias or itself: a name, a list of names, or a mapping of free names to
     * names.
     */
    public Setting<SortedMap<String, String>> aliases(String key, String about) {
        return setting(key, () -> Nested.ALIASES, about);
    }

    /**
     * A mapping read by a function that may throw {@link Refusal}; {@code standIn} replaces an
     * invalid value.
     */
    public <T> Setting<T> nested(String key, T standIn, Function<YamlSection, T> read, String about) {
        return setting(key, () -> Nested.section(keys, key, standIn, read.compose(YamlSection::new)), about);
    }

    /** Like {@link #nested}, or a text that replaces it; {@code parse} throws {@link Refusal}. */
    public <T> Setting<T> textOrNested(
            String key, T standIn, Function<String, T> parse, Function<YamlSection, T> read, String about) {
        return setting(
                key,
                () -> Nested.textOr(Nested.section(keys, key, standIn, read.compose(YamlSection::new)), parse),
                about);
    }

    /** A duration of at least {@code least}, or a mapping like that of {@link #nested}. */
    public <T> Setting<T> durationOrNested(
            String key, Duration least, Function<Duration, T> as, Function<YamlSection, T> read, String about) {
        return setting(
                key,
                () -> {
                    Kind<T> duration = Scalars.duration(least).map(as);
                    return Nested.or(
                            duration, Nested.section(keys, key, duration.standIn(), read.compose(YamlSection::new)));
                },
                about);
    }

    /**
     * A list of mappings, each read by a function that may throw {@link Refusal}. Absent or empty:
     * none.
     */
    public <T> List<T> sections(String key, Function<YamlSection, T> read, String about) {
        return setting(key, () -> Nested.sections(keys, key, read.compose(YamlSection::new)), about)
                .or(List.of());
    }

    /**
     * A mapping of free names to mappings; the function receives the name and may throw
     * {@link Refusal}.
     */
    public <T> SortedMap<String, T> named(String key, BiFunction<String, YamlSection, T> read, String about) {
        return setting(
                        key,
                        () -> Nested.named(keys, key, (name, named) -> read.apply(name, new YamlSection(named))),
                        about)
                .or(Collections.emptySortedMap());
    }

    /**
     * A part of the settings, whose keys variables may override, too. If absent, all its keys are
     * absent.
     */
    public YamlSection section(String key) {
        return new YamlSection(keys.child(key));
    }

    /** The first line of the mapping, 1-based; 0 for a root. */
    public int line() {
        return keys.line();
    }

    public boolean has(String key) {
        return keys.has(key);
    }

    /** Reports a mistake that only the reader can detect, such as two contradictory keys. */
    public void refuse(String key, String wrong, String meant) {
        keys.refuse(key, wrong, meant);
    }

    /**
     * Charges a quantity that takes much more memory than its text, summed over the whole document.
     *
     * @throws Refusal if the sum is now above {@code most}
     */
    public void spend(String what, long amount, long most) {
        keys.spend(what, amount, most);
    }

    /** The keys that this document's readers asked for so far, in that order. */
    public Collection<Declaration> declarations() {
        return keys.declarations();
    }

    private <T> Setting<T> setting(String key, Supplier<Kind<T>> kind, String about) {
        return new Setting<>(keys, key, kind, about);
    }
}
