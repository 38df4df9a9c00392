package io.weir.gateway.poll;

import io.weir.contract.service.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Creates executors that have as many threads as there are tasks, up to a limit; idle ones end. */
public final class FewThreads {
    private static final int IDLE_SECONDS = 10;

    private FewThreads() {}

    /** An executor of at most {@code threads} of this name. */
    public static ExecutorService upTo(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
