package io.weir.gateway.scrape;

import io.weir.contract.service.DaemonThreads;
import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An input that scrapes targets. */
public final class ScrapeInput implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(ScrapeInput.class);
    private static final int NAME_THREADS = 16;
    private static final int HTTP_THREADS = 16;
    private static final int IDLE_SECONDS = 10;
    /** Parts of the heap for bodies and for series. */
    private static final int HEAP_PER_BODIES = 8;

    private static final int HEAP_PER_SERIES = 4;

    private final List<Job> jobs = new ArrayList<>();
    private final List<ScrapeWorker> workers = new ArrayList<>();
    /** Look-ups of names may block, so they have threads of their own. */
    private final ExecutorService names;

    private final ExecutorService http;
    private final ScheduledThreadPoolExecutor timer;
    private final ScheduledThreadPoolExecutor discovery;
    private final Share share;

    private ScrapeInput(String name, List<JobSettings> settings, int threads, Share share, Intakes intakes) {
        this.share = share;
        String thread = "weir-gateway-" + name;
        names = upTo(NAME_THREADS, thread + "-names");
        http = upTo(HTTP_THREADS, thread + "-http");
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(thread + "-timer"));
        discovery = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(thread + "-discovery"));
        timer.setRemoveOnCancelPolicy(true);
        for (int i = 0; i < threads; i++) {
            workers.add(new ScrapeWorker(thread + "-" + i, intakes));
        }
        long heap = Runtime.getRuntime().maxMemory();
        HeldBytes held = new HeldBytes(heap / HEAP_PER_BODIES);
        HeldBytes memory = new HeldBytes(heap / HEAP_PER_SERIES);
        for (JobSettings job : settings) {
            TargetLoop.Parts parts = new TargetLoop.Parts(
                    new Fetcher(job, http, names, timer, held),
                    timer,
                    intakes.clock(),
                    memory,
                    share,
                    intakes.counts(),
                    new JobLog(job.name()));
            jobs.add(new Job(job, target -> new TargetLoop(target, parts, worker(target.hash()))));
        }
    }

    /**
     * Starts to scrape.
     *
     * @param name of the input
     * @param threads that read answers
     */
    public static ScrapeInput open(String name, List<JobSettings> jobs, int threads, Share share, Intakes intakes) {
        ScrapeInput input = new ScrapeInput(name, jobs, threads, share, intakes);
        input.jobs.forEach(input::discover);
        return input;
    }

    private void discover(Job job) {
        JobSettings.Sources sources = job.settings().sources();
        job.update(job, sources.groups());
        for (FileSource source : sources.files()) {
            FileDiscovery files = new FileDiscovery(source, job);
            files.run();
            repeat(files, source.refresh(), source.refresh());
        }
        for (HttpSource source : sources.services()) {
            repeat(new HttpDiscovery(source, job, names, discovery), Duration.ZERO, source.refresh());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Throws nothing, ends with its executor.
    private void repeat(Runnable task, Duration first, Duration pause) {
        discovery.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        // The executor would never run the task again.
                        LOG.error("internal error of Weir: targets could not be listed", e);
                    }
                },
                first.toNanos(),
                pause.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private ScrapeWorker worker(long hash) {
        return workers.get((int) Long.remainderUnsigned(hash, workers.size()));
    }

    /** As many threads as there are tasks, up to a limit; idle ones end. */
    private static ExecutorService upTo(int threads, String name) {
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

    @Override
    public String listens() {
        return "jobs=" + jobs.stream().map(Job::settings).toList() + " targets="
                + jobs.stream().mapToInt(Job::targets).sum() + " share=" + share;
    }

    /** Reads the answers that have arrived. The series go on: this or another gateway scrapes them again. */
    @Override
    public void close() {
        discovery.shutdownNow();
        timer.shutdownNow();
        share.close();
        names.shutdownNow();
        http.shutdown();
        workers.forEach(ScrapeWorker::close);
    }
}
