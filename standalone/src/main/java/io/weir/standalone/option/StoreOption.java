package io.weir.standalone.option;

import io.weir.contract.config.Refusal;
import io.weir.contract.service.StartException;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The option that adds stores of plugins: a mixin for commands that accept the address of a store. */
public final class StoreOption {
    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "A directory of jars with stores of your own (default: WEIR_WRITER_PLUGINS).",
            showDefaultValue = Visibility.NEVER)
    private Optional<Path> plugins = Optional.empty();

    /**
     * The stores that the command knows.
     *
     * @throws StartException if the directory of plugins cannot be read, or has no jar
     */
    public StoreCatalog stores() {
        try {
            return plugins.or(WriterVariables::plugins).map(StoreCatalog::in).orElse(StoreCatalog.BUILT_IN);
        } catch (Refusal e) {
            throw new StartException("--plugins (" + StoreCatalog.VARIABLE + ") " + e.getMessage(), e);
        }
    }

    /**
     * Parses the address of one of these stores.
     *
     * @param option that has the address, for messages
     * @throws StartException with the error and the expected forms
     */
    public static StoreUrl parse(StoreCatalog stores, String option, String address) {
        try {
            return stores.parse(address);
        } catch (Refusal e) {
            throw new StartException(option + " " + e.getMessage(), e);
        }
    }
}
