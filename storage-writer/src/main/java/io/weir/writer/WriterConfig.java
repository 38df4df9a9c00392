package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.yaml.NamedFile;
import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import io.weir.writer.store.StoreUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the storage writer may be told.
 *
 * @param store where metrics are kept
 * @param token the store's password or token; from the environment or a file, never from the configuration itself
 * @param bodyLines from this many lines on a body is written
 * @param bodyBytes from this many bytes on a body is written
 */
public record WriterConfig(StoreUrl store, Optional<String> token, int bodyLines, int bodyBytes) {
    /** The variable that holds the store's password or token. */
    public static final String TOKEN = "WEIR_STORE_TOKEN";

    private static final int SECRET_BYTES = 1 << 20;
    private static final int BODY_LINES = 10_000;
    private static final int BODY_BYTES = 4 << 20;

    /** The embedded store, no password. */
    public static WriterConfig defaults() {
        return new WriterConfig(
                StoreUrl.parse(StoreUrl.EMBEDDED), Optional.ofNullable(System.getenv(TOKEN)), BODY_LINES, BODY_BYTES);
    }

    /** The settings of a section, defaults where it is silent. */
    public static WriterConfig read(YamlSection section) {
        StoreUrl embedded = StoreUrl.parse(StoreUrl.EMBEDDED);
        StoreUrl store = section.value("store", embedded, StoreUrl::parse, "where metrics are kept; " + StoreUrl.FORMS)
                .or(embedded, StoreUrl.EMBEDDED);
        Optional<String> token = section.value(
                        "token-file",
                        "",
                        WriterConfig::secret,
                        "a file with the store's password or token; else " + TOKEN)
                .optional()
                .or(() -> Optional.ofNullable(System.getenv(TOKEN)));
        int lines = section.integer("body-lines", 1, 1_000_000, "from this many lines on a body is written")
                .or(BODY_LINES);
        int bytes = section.integer("body-bytes", 1, 64 << 20, "from this many bytes on a body is written")
                .or(BODY_BYTES);
        return new WriterConfig(store, token, lines, bytes);
    }

    /** The same with another store. */
    public WriterConfig withStore(StoreUrl other) {
        return new WriterConfig(other, token, bodyLines, bodyBytes);
    }

    /** Without the password: records print their parts. */
    @Override
    public String toString() {
        return "WriterConfig[store=" + store.text() + ", bodyLines=" + bodyLines + ", bodyBytes=" + bodyBytes + "]";
    }

    private static String secret(String file) {
        try {
            return new String(NamedFile.read(Path.of(file), SECRET_BYTES), UTF_8).strip();
        } catch (InvalidPathException e) {
            throw new Refusal(
                    Refusal.quote(file) + " is no name of a file", "name a file with the password or token alone");
        } catch (Refusal e) {
            throw new Refusal(Refusal.quote(file) + " " + e.wrong(), e.meant());
        }
    }
}
