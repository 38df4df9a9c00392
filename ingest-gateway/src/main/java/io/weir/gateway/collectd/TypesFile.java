package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file in the format of types.db(5). Each line has a type and its data sources,
 * {@code name:KIND:MIN:MAX}, separated by commas or blanks. Only the names are used, because
 * packets contain the kinds.
 *
 * @param types the names of each type's data sources, in their order
 */
public record TypesFile(Map<String, List<String>> types) {
    /** The types that are part of collectd 5.12. */
    static final TypesFile STANDARD = standard();

    private static final int MAX_BYTES = 4 << 20;
    private static final String NAME = "[A-Za-z0-9_.-]+";

    /**
     * Reads a file.
     *
     * @throws Refusal with the number of the invalid line
     */
    public static TypesFile read(Path file) {
        return parse(new String(NamedFile.read(file, MAX_BYTES), ISO_8859_1));
    }

    static TypesFile parse(String text) {
        Map<String, List<String>> types = new TreeMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("[\\s,]+");
            List<String> names = Arrays.stream(words, 1, words.length)
                    .map(source -> source.replaceFirst(":.*", ""))
                    .toList();
            if (names.isEmpty() || !names.stream().allMatch(name -> name.matches(NAME))) {
                throw new Refusal(
                        "line " + (i + 1) + " must be a type with data sources, was \"" + line + "\"",
                        "write it like: if_octets rx:DERIVE:0:U, tx:DERIVE:0:U");
            }
            types.put(words[0], names);
        }
        return new TypesFile(types);
    }

    private static TypesFile standard() {
        try (InputStream in = TypesFile.class.getResourceAsStream("standard-types.txt")) {
            if (in == null) {
                throw new IllegalStateException("standard-types.txt is missing beside " + TypesFile.class);
            }
            return parse(new String(in.readAllBytes(), ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
