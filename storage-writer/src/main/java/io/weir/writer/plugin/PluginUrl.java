package io.weir.writer.plugin;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreUrl;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The address of a store of a plugin.
 *
 * @param kind the kind that parsed it
 * @param plugin name of the jar or folder
 * @param url the plugin's own address
 */
public record PluginUrl(StoreKind<PluginUrl> kind, String plugin, StoreUrl url) implements StoreUrl {

    /**
     * An address that the plugin returns.
     *
     * @throws Refusal if the plugin refuses it or fails
     */
    static PluginUrl of(StoreKind<PluginUrl> kind, String plugin, Supplier<StoreUrl> url) {
        try {
            return new PluginUrl(kind, plugin, Objects.requireNonNull(url.get(), "its address is null"));
        } catch (Refusal e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new Refusal("cannot be read by the plugin " + plugin + ": " + e, "correct the plugin");
        }
    }

    @Override
    public String text() {
        return url.text();
    }

    @Override
    public String http() {
        return url.http();
    }

    @Override
    public StoreUrl at(String place) {
        return of(kind, plugin, () -> url.at(place));
    }

    @Override
    public int mostInFlight() {
        return url.mostInFlight();
    }
}
