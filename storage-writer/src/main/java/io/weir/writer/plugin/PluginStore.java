package io.weir.writer.plugin;

import io.weir.contract.service.StartException;
import io.weir.writer.store.Address;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import java.util.List;
import java.util.Objects;

/**
 * A kind of store of a plugin. An exception of the plugin stops the start; the error names the plugin.
 */
public final class PluginStore implements StoreKind<PluginUrl> {
    private final String plugin;
    private final StoreKind<?> own;
    private final String scheme;
    private final List<String> schemes;
    private final String form;
    private final StoreAbilities abilities;
    private final boolean hasSeveralAddresses;

    /** @param plugin name of its jar or folder */
    PluginStore(String plugin, StoreKind<?> own) {
        this.plugin = plugin;
        this.own = own;
        scheme = Objects.requireNonNull(own.scheme(), "its scheme is null");
        schemes = List.copyOf(Objects.requireNonNull(own.schemes(), "its schemes are null"));
        if (!schemes.contains(scheme)) {
            throw new IllegalStateException("its schemes lack its scheme");
        }
        form = Objects.requireNonNull(own.form(), "its form is null");
        abilities = Objects.requireNonNull(own.abilities(), "its abilities are null");
        hasSeveralAddresses = own.hasSeveralAddresses();
    }

    /** The name of its jar or folder. */
    public String plugin() {
        return plugin;
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public List<String> schemes() {
        return schemes;
    }

    @Override
    public String form() {
        return form;
    }

    @Override
    public StoreAbilities abilities() {
        return abilities;
    }

    @Override
    public Class<PluginUrl> urls() {
        return PluginUrl.class;
    }

    @Override
    public PluginUrl parse(Address address) {
        return PluginUrl.of(this, plugin, () -> own.parse(address));
    }

    @Override
    public boolean hasSeveralAddresses() {
        return hasSeveralAddresses;
    }

    @Override
    public Store open(PluginUrl url, StoreOptions options) {
        try {
            return new OpenPluginStore(plugin, url.text(), opened(own, url.url(), options));
        } catch (RuntimeException | LinkageError e) {
            throw new StartException(
                    "the store " + url.text() + " of the plugin " + plugin + " cannot be opened: " + e, e);
        }
    }

    private static <U extends StoreUrl> Store opened(StoreKind<U> kind, StoreUrl url, StoreOptions options) {
        return Objects.requireNonNull(kind.open(kind.urls().cast(url), options), "its store is null");
    }
}
