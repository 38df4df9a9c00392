package io.weir.gateway.scrape;

import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/** An input that scrapes targets. */
public final class ScrapeInput implements Input {
    private static final long MOST_HELD_BYTES = 512L << 20;

    private final List<Job> jobs = new ArrayList<>();
    private final List<ScrapeWorker> workers = new ArrayList<>();
    private final ExecutorService http;
    private final ScheduledThreadPoolExecutor timer;
    private final Share share;

    private ScrapeInput(String name, List<JobSettings> settings, int threads, Share share, Intakes intakes) {
        this.share = share;
        String thread = "weir-gateway-" + name;
        http = Executors.newCachedThreadPool(daemons(thread + "-http"));
        timer = new ScheduledThreadPoolExecutor(1, daemons(thread + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        for (int i = 0; i < threads; i++) {
            workers.add(new ScrapeWorker(thread + "-" + i, intakes));
        }
        HeldBytes held = new HeldBytes(MOST_HELD_BYTES);
        for (JobSettings job : settings) {
            TargetLoop.Parts parts = new TargetLoop.Parts(
                    new Fetcher(job, http, timer, held),
                    timer,
                    intakes.clock(),
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
        input.jobs.forEach(job -> job.update(job, job.settings().sources().groups()));
        return input;
    }

    private ScrapeWorker worker(long hash) {
        return workers.get((int) Long.remainderUnsigned(hash, workers.size()));
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public String listens() {
        return "jobs=" + jobs.stream().map(Job::settings).toList() + " targets="
                + jobs.stream().mapToInt(Job::targets).sum() + " share=" + share;
    }

    /** Reads the answers that have arrived. The series go on: this or another gateway scrapes them again. */
    @Override
    public void close() {
        timer.shutdownNow();
        share.close();
        http.shutdown();
        workers.forEach(ScrapeWorker::close);
    }
}
