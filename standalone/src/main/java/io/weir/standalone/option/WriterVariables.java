package io.weir.standalone.option;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.writer.WriterConfig;
import io.weir.writer.stores.StoreCatalog;
import java.nio.file.Path;
import java.util.Optional;

/** The writer's variables that commands read, too. An empty variable counts as not set. */
public final class WriterVariables {
    private static final String TOKEN_FILE = "WEIR_WRITER_TOKEN_FILE";

    private WriterVariables() {}

    /** The address of the writer's store. */
    public static Optional<String> store() {
        return variable("WEIR_WRITER_STORE");
    }

    /**
     * The password or token of the writer's store, read as the writer reads it.
     *
     * @throws StartException if its file cannot be read
     */
    public static Optional<String> token() {
        try {
            return variable(TOKEN_FILE).map(NamedFile::secret).or(() -> variable(WriterConfig.TOKEN));
        } catch (Refusal e) {
            throw new StartException(TOKEN_FILE + " " + e.getMessage(), e);
        }
    }

    /** The directory of plugins. */
    static Optional<Path> plugins() {
        return variable(StoreCatalog.VARIABLE).map(Path::of);
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(text -> !text.isEmpty());
    }
}
