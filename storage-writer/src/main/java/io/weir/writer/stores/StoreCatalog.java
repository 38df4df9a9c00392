package io.weir.writer.stores;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.writer.plugin.PluginStore;
import io.weir.writer.plugin.StorePlugins;
import io.weir.writer.store.Address;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.TargetKind;
import io.weir.writer.store.directory.DirectoryKind;
import io.weir.writer.store.failover.FailoverUrl;
import io.weir.writer.store.questdb.QuestDbKind;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All stores that a program may address: Weir's own, and those of a directory of plugins.
 *
 * @param plugins empty if no directory is set
 */
public record StoreCatalog(Optional<StorePlugins> plugins) {
    /** Weir's own stores. */
    public static final StoreCatalog BUILT_IN = new StoreCatalog(Optional.empty());

    /** The variable of the key {@code plugins}. */
    public static final String VARIABLE = "WEIR_WRITER_PLUGINS";

    /** Reads the key {@code plugins} of a writer. */
    public static StoreCatalog read(YamlSection writer) {
        return writer.value(
                        "plugins",
                        BUILT_IN,
                        directory -> in(Path.of(directory)),
                        "directory of jars, or of folders of jars, with stores of your own")
                .or(BUILT_IN, "none");
    }

    /**
     * Weir's stores, and those of a directory of plugins.
     *
     * @throws Refusal if the directory cannot be read, or has no jar
     */
    public static StoreCatalog in(Path directory) {
        return new StoreCatalog(Optional.of(StorePlugins.load(directory.toAbsolutePath(), Stores.schemes())));
    }

    /** One sentence for each plugin that is left out, with the reason and the remedy. */
    public List<String> unusable() {
        return plugins.stream()
                .flatMap(all -> all.unusable().stream().map(reason -> all.directory() + " " + reason.getMessage()))
                .toList();
    }

    /**
     * Parses the address of one of these stores.
     *
     * @throws Refusal with the error and the expected forms
     */
    public StoreUrl parse(String text) {
        if (text.equals(Stores.EMBEDDED)) {
            return QuestDbKind.embedded(text);
        }
        for (TargetKind<?> kind : Stores.ALL) {
            if (kind instanceof DirectoryKind<?> directory && text.startsWith(kind.scheme() + ":")) {
                return directory.parse(text);
            }
        }
        List<Address> addresses = Address.all(text, forms());
        List<StoreUrl> urls = addresses.stream().map(this::parse).toList();
        if (urls.size() == 1) {
            return urls.get(0);
        }
        Set<String> servers = new HashSet<>();
        for (int i = 0; i < urls.size(); i++) {
            if (!servers.add(urls.get(i).http())) {
                throw addresses.get(i).wrong("occurs twice in the store's URL");
            }
        }
        if (Stores.kind(urls.get(0)) instanceof StoreKind<?> store && !store.hasSeveralAddresses()) {
            throw addresses.get(1).wrong("is a second address, which the store does not have");
        }
        return new FailoverUrl(text, urls);
    }

    private StoreUrl parse(Address address) {
        for (TargetKind<?> kind :
                Stream.concat(Stores.ALL.stream(), stores().stream()).toList()) {
            for (String scheme : kind.schemes()) {
                boolean isSecure = address.scheme().equals(scheme + "s");
                if (kind instanceof StoreKind<?> store
                        && (isSecure || address.scheme().equals(scheme))) {
                    return store.parse(address.withTls(isSecure));
                }
            }
        }
        throw address.wrong("has the unknown scheme '" + address.scheme() + "', " + searched());
    }

    /** Where plugins were searched, for the message about an unknown scheme. */
    private String searched() {
        if (plugins.isEmpty()) {
            return "and no directory of plugins is set (" + VARIABLE + ")";
        }
        String unusable = String.join("; ", unusable());
        return "which no usable plugin in " + plugins.get().directory() + " has"
                + (unusable.isEmpty() ? "" : " (" + unusable + ")");
    }

    private List<PluginStore> stores() {
        return plugins.map(StorePlugins::stores).orElse(List.of());
    }

    private String forms() {
        return stores().stream().map(plugin -> plugin.form() + ", ").collect(Collectors.joining()) + Stores.FORMS;
    }
}
