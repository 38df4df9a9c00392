package io.weir.gateway.scrape;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.FailureLog;
import io.weir.gateway.poll.FewThreads;
import io.weir.gateway.poll.HostLookup;
import io.weir.gateway.poll.Job;
import io.weir.gateway.poll.PollThreads;
import io.weir.gateway.poll.Share;
import io.weir.gateway.poll.Turns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** An input that scrapes targets. */
public final class ScrapeInput implements Input {
    private static final int HTTP_THREADS = 16;
    /** Parts of the heap for bodies and for series. */
    private static final int HEAP_PER_BODIES = 8;

    private static final int HEAP_PER_SERIES = 4;

    private final Map<JobSettings, Job<Target>> jobs = new LinkedHashMap<>();
    private final List<ScrapeWorker> workers = new ArrayList<>();
    private final ExecutorService http;
    private final PollThreads polling;
    private final Share share;

    private ScrapeInput(String name, List<JobSettings> settings, int threads, Share share, Intakes intakes) {
        this.share = share;
        String thread = "weir-gateway-" + name;
        polling = new PollThreads(thread);
        http = FewThreads.upTo(HTTP_THREADS, thread + "-http");
        for (int i = 0; i < threads; i++) {
            workers.add(new ScrapeWorker(thread + "-" + i, intakes));
        }
        long heap = Runtime.getRuntime().maxMemory();
        HeldBytes held = new HeldBytes(heap / HEAP_PER_BODIES);
        HeldBytes memory = new HeldBytes(heap / HEAP_PER_SERIES);
        Turns.Parts turns =
                new Turns.Parts(polling.timer(), intakes.clock(), share, intakes.counts(), TargetLoop.SKIPPED);
        for (JobSettings job : settings) {
            String title = "scrape job=" + job.name();
            TargetLoop.Parts parts = new TargetLoop.Parts(
                    new Fetcher(job, http, new HostLookup(polling.names()), polling.timer(), held),
                    turns,
                    intakes.clock(),
                    memory,
                    intakes.counts(),
                    new FailureLog(title));
            jobs.put(
                    job,
                    new Job<>(
                            title,
                            (groups, mistakes) -> Targets.of(job, groups, mistakes),
                            target -> new TargetLoop(target, parts, worker(target.hash()))));
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

    private void discover(JobSettings settings, Job<Target> job) {
        JobSettings.Sources sources = settings.sources();
        polling.discovery().discover(job, sources.groups(), sources.files());
        for (HttpSource source : sources.services()) {
            polling.discovery()
                    .repeat(
                            new HttpDiscovery(source, job, polling.names(), polling.discovery()),
                            Duration.ZERO,
                            source.refresh());
        }
    }

    private ScrapeWorker worker(long hash) {
        return workers.get((int) Long.remainderUnsigned(hash, workers.size()));
    }

    @Override
    public String listens() {
        return "jobs=" + jobs.keySet() + " targets="
                + jobs.values().stream().mapToInt(Job::targets).sum() + " share=" + share;
    }

    /** Reads the answers that have arrived. The series go on: this or another gateway scrapes them again. */
    @Override
    public void close() {
        polling.close();
        share.close();
        http.shutdown();
        workers.forEach(worker -> worker.thread().close());
    }
}
