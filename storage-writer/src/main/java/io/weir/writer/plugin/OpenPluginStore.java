package io.weir.writer.plugin;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open store of a plugin. What the plugin throws counts as an unavailable store: no line is lost,
 * and other stores continue.
 */
final class OpenPluginStore implements Store {
    private static final Logger LOG = LoggerFactory.getLogger(OpenPluginStore.class);

    private final String plugin;
    private final String url;
    private final Store own;
    private boolean isLogged;

    OpenPluginStore(String plugin, String url, Store own) {
        this.plugin = plugin;
        this.url = url;
        this.own = own;
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public Reply prepare(byte[] bytes, int length, Refusals refusals) {
        return guarded(() -> own.prepare(bytes, length, refusals));
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        return guarded(() -> own.write(bytes, from, to));
    }

    private Reply guarded(Supplier<Reply> call) {
        try {
            Reply reply = call.get();
            return reply == null ? failed(new NullPointerException("its reply is null")) : reply;
        } catch (RuntimeException | LinkageError e) {
            return failed(e);
        }
    }

    /** The first time with its stack trace: the writer repeats the call. */
    private Reply failed(Throwable e) {
        if (!isLogged) {
            isLogged = true;
            LOG.error("the plugin {} failed to write to {}; the writer repeats it", plugin, url, e);
        }
        return new Reply.Away("the plugin " + plugin + " failed: " + e, 0, Reply.Cause.BROKE);
    }

    @Override
    public boolean hasLearnt() {
        try {
            return own.hasLearnt();
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return false;
        }
    }

    @Override
    public void cancel() {
        try {
            own.cancel();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("the plugin {} failed to cancel a call to {}", plugin, url, e);
        }
    }

    @Override
    public void close() {
        try {
            own.close();
        } catch (RuntimeException | LinkageError e) {
            LOG.error("the plugin {} failed to close {}", plugin, url, e);
        }
    }
}
