package io.weir.writer.plugin;

import io.weir.writer.store.Refusals;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open store of a plugin. An exception of the plugin counts as an unavailable store: no line is
 * lost, and other stores continue.
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
        Refusals known = (from, to, reason) -> refusals.refused(from, to, String.valueOf(reason));
        return guarded(() -> own.prepare(bytes, length, known));
    }

    @Override
    public Reply write(byte[] bytes, int from, int to) {
        return guarded(() -> own.write(bytes, from, to));
    }

    private Reply guarded(Supplier<Reply> call) {
        Reply[] reply = new Reply[1];
        Throwable failure = failure(() -> reply[0] = valid(call.get()));
        return failure == null ? reply[0] : failed(failure);
    }

    /** The reply without nulls, and without the cause that only several addresses together have. */
    private static Reply valid(Reply reply) {
        Objects.requireNonNull(reply, "its reply is null");
        if (reply instanceof Reply.Refused refused) {
            return new Reply.Refused(
                    String.valueOf(refused.reason()), refused.line(), refused.count(), refused.isTooLarge());
        }
        if (reply instanceof Reply.Away away) {
            boolean isOwn = away.cause() != null && away.cause() != Reply.Cause.ADDRESS;
            return new Reply.Away(
                    String.valueOf(away.reason()), away.waitMillis(), isOwn ? away.cause() : Reply.Cause.STORE);
        }
        return reply;
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
        boolean[] hasLearnt = new boolean[1];
        Throwable failure = failure(() -> hasLearnt[0] = own.hasLearnt());
        if (failure != null) {
            failed(failure);
        }
        return hasLearnt[0];
    }

    @Override
    public void cancel() {
        Throwable failure = failure(own::cancel);
        if (failure != null) {
            LOG.error("the plugin {} failed to cancel a call to {}", plugin, url, failure);
        }
    }

    @Override
    public void close() {
        Throwable failure = failure(own::close);
        if (failure != null) {
            LOG.error("the plugin {} failed to close {}", plugin, url, failure);
        }
    }

    /**
     * The exception of the call, or null. Other languages throw checked exceptions without declaring them. Errors of the
     * machine, such as exhausted memory, are not the plugin's.
     */
    private static @Nullable Throwable failure(Runnable call) {
        try {
            call.run();
            return null;
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            return e;
        }
    }
}
