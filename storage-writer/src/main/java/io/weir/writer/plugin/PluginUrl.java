package io.weir.writer.plugin;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreUrl;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The address of a store of a plugin. The plugin is asked for its parts once, at the start, where its failures have an
 * answer.
 *
 * @param kind the kind that parsed it
 * @param plugin name of the jar or folder
 * @param url the plugin's own address
 */
public record PluginUrl(
        StoreKind<PluginUrl> kind, String plugin, StoreUrl url, String text, String http, int mostInFlight)
        implements StoreUrl {

    /**
     * An address that the plugin returns.
     *
     * @throws Refusal if the plugin refuses it or fails
     */
    static PluginUrl of(StoreKind<PluginUrl> kind, String plugin, Supplier<StoreUrl> url) {
        try {
            StoreUrl own = Objects.requireNonNull(url.get(), "its address is null");
            String text = Objects.requireNonNull(own.text(), "the text of its address is null");
            String http = Objects.requireNonNull(own.http(), "the http of its address is null");
            int mostInFlight = own.mostInFlight();
            if (mostInFlight < 1) {
                throw new IllegalStateException("the mostInFlight of its address is " + mostInFlight);
            }
            return new PluginUrl(kind, plugin, own, text, http, mostInFlight);
        } catch (Refusal e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw new Refusal("cannot be read by the plugin " + plugin + ": " + e, "correct the plugin");
        }
    }

    @Override
    public StoreUrl at(String place) {
        return of(kind, plugin, () -> url.at(place));
    }
}
