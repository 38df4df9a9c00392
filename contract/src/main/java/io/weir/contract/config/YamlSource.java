package io.weir.contract.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The origin of a document, and the variables that override it. Immutable. */
public final class YamlSource {
    /**
     * The largest file: a rule file of this size fits into a Kafka record with the names of its
     * tables.
     */
    public static final int MAX_BYTES = 7 << 20;

    private final String name;
    private final byte[] bytes;
    private final Optional<Variables> variables;

    private record Variables(String prefix, UnaryOperator<String> spelled, Map<String, String> values) {}

    private YamlSource(String name, byte[] bytes, Optional<Variables> variables) {
        this.name = name;
        this.bytes = bytes;
        this.variables = variables;
    }

    /** @throws MistakesException if the file cannot be read */
    public static YamlSource file(Path file) {
        try {
            return new YamlSource(file.toString(), NamedFile.read(file, MAX_BYTES), Optional.empty());
        } catch (Refusal refusal) {
            throw new MistakesException(List.of(new Mistake(file.toString(), 0, "", refusal.wrong(), refusal.meant())));
        }
    }

    /** Like {@link #file}, but an absent file counts as empty. */
    public static YamlSource fileIfExists(Path file) {
        return Files.notExists(file) ? text(file.toString(), "") : file(file);
    }

    /** @param name for messages */
    public static YamlSource text(String name, String text) {
        return new YamlSource(name, text.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    /** Like {@link #text}; bytes that are not UTF-8 are reported as a mistake when it is read. */
    public static YamlSource bytes(String name, byte[] bytes) {
        return new YamlSource(name, bytes.clone(), Optional.empty());
    }

    /**
     * Lets a variable such as {@code WEIR_GATEWAY_UDP_PORT} override {@code udp.port}; {@code -}
     * becomes {@code _} too.
     *
     * <p>A variable with the prefix that no reader asks for is a mistake; so no prefix may begin
     * with another prefix. An empty variable counts as not set. A list is separated by commas. In a
     * mapping with free keys, {@code …_PROPERTIES_SSL_PROTOCOL} sets {@code ssl.protocol}. A list
     * of mappings, or a mapping of names to mappings, is written as YAML like in the file.
     *
     * @param prefix such as {@code WEIR_GATEWAY}
     */
    public YamlSource withEnvironment(String prefix, Map<String, String> environment) {
        return withEnvironment(prefix, path -> path, environment);
    }

    /**
     * The same for a document that is a part of a larger one, so that a variable has one name in
     * both.
     *
     * @param spelled maps a key's path here to its path in the larger one, such as {@code udp.port}
     *     to {@code gateway.udp.port}
     */
    public YamlSource withEnvironment(String prefix, UnaryOperator<String> spelled, Map<String, String> environment) {
        return new YamlSource(name, bytes, Optional.of(new Variables(prefix, spelled, environment)));
    }

    /** The file's original bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * Reads the whole document.
     *
     * @param reader may throw {@link Refusal}
     * @throws MistakesException with all mistakes
     */
    public <T> T read(Function<YamlSection, T> reader) {
        return read(UnaryOperator.identity(), reader);
    }

    /**
     * Reads a document that is a list of mappings.
     *
     * @param name of the list in messages
     * @param each reads one of them; may throw {@link Refusal}
     * @throws MistakesException with all mistakes
     */
    public <T> List<T> readList(String name, Function<YamlSection, T> each) {
        return read(
                list -> new YamlNode.Mapping(0, Map.of(name, new YamlNode.Entry(list.line(), list))),
                section -> section.sections(name, each, ""));
    }

    private <T> T read(UnaryOperator<YamlNode> rootOf, Function<YamlSection, T> reader) {
        Mistakes mistakes = new Mistakes();
        YamlNode root = rootOf.apply(
                YamlParser.parse(name, NamedText.decode(name, bytes), mistakes).orElseThrow(mistakes::exception));
        Optional<Environment> environment = variables.map(v -> new Environment(v.prefix(), v.spelled(), v.values()));
        Reading reading = new Reading(mistakes, environment);
        try {
            SectionKeys keys = new SectionKeys(reading, Place.of(name, lineOf(root)), "", root);
            Optional<T> result = Nested.read(keys, reader.compose(YamlSection::new));
            keys.end();
            environment.ifPresent(e -> e.refuseUnused(keys.declarations(), mistakes));
            mistakes.throwIfAny();
            return result.orElseThrow();
        } catch (Mistakes.TooMany enough) {
            throw mistakes.exception();
        }
    }

    /**
     * Every key that a reader may ask for, at any depth, in the order in which it asks.
     *
     * @param reader may throw {@link Refusal} for the stand-ins of absent values
     */
    public static Collection<Declaration> declarations(Consumer<YamlSection> reader) {
        YamlNode nothing = new YamlNode.Mapping(0, Map.of());
        SectionKeys keys = new SectionKeys(Reading.exploring(), Place.of("", 0), "", nothing);
        try {
            reader.accept(new YamlSection(keys));
        } catch (Refusal refusal) {
            // All keys were asked for: readers refuse a combination of values only after reading
            // them.
        }
        return keys.declarations();
    }

    /** A missing key of the root concerns the whole file, not its first line. */
    private static int lineOf(YamlNode root) {
        return root instanceof YamlNode.Mapping ? 0 : root.line();
    }
}
