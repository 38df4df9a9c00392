package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The case tables of line protocol. */
final class LineCases {
    private LineCases() {}

    /** The cases of a table, in its order. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> of(String table) {
        try (InputStream in =
                requireNonNull(LineCases.class.getResourceAsStream("/line-protocol/" + table + ".yaml"))) {
            return (List<Map<String, Object>>) new Load(LoadSettings.builder().build()).loadFromInputStream(in);
        } catch (IOException e) {
            throw new UncheckedIOException(table, e);
        }
    }

    /** The bytes of a case's text. */
    static byte[] bytes(Map<String, Object> lineCase, String key) {
        return requireNonNull((String) lineCase.get(key)).getBytes(UTF_8);
    }
}
