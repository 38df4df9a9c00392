package io.weir.gateway.snmp;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.poll.FailureLog;
import io.weir.gateway.poll.HostLookup;
import io.weir.gateway.poll.Job;
import io.weir.gateway.poll.PollThreads;
import io.weir.gateway.poll.Share;
import io.weir.gateway.poll.Turns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An input that asks devices by SNMP. */
public final class SnmpInput implements Input {
    /** Part of the heap for rows. */
    private static final int HEAP_PER_ROWS = 8;

    private final Map<JobSettings, Job<Device>> jobs = new LinkedHashMap<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final PollThreads polling;
    private final Share share;

    private SnmpInput(String name, List<JobSettings> settings, int threads, Share share, Intakes intakes) {
        this.share = share;
        String thread = "weir-gateway-" + name;
        polling = new PollThreads(thread);
        for (int i = 0; i < threads; i++) {
            workers.add(Worker.open(thread + "-" + i, intakes));
        }
        HeldBytes memory = new HeldBytes(Runtime.getRuntime().maxMemory() / HEAP_PER_ROWS);
        Turns.Parts turns =
                new Turns.Parts(polling.timer(), intakes.clock(), share, intakes.counts(), DeviceLoop.SKIPPED);
        for (JobSettings job : settings) {
            String title = "snmp job=" + job.name();
            Session session = Session.open(job, thread + "-" + job.name(), intakes.counts());
            sessions.add(session);
            DeviceLoop.Parts parts = new DeviceLoop.Parts(
                    session,
                    new HostLookup(polling.names()),
                    turns,
                    intakes.clock(),
                    memory,
                    intakes.counts(),
                    new FailureLog(title));
            jobs.put(
                    job,
                    new Job<>(
                            title,
                            (groups, mistakes) -> Devices.of(job, groups, mistakes),
                            device -> new DeviceLoop(device, parts, worker(device.hash()))));
        }
    }

    /**
     * Starts to poll.
     *
     * @param name of the input
     * @param threads that read answers
     */
    public static SnmpInput open(String name, List<JobSettings> jobs, int threads, Share share, Intakes intakes) {
        SnmpInput input = new SnmpInput(name, jobs, threads, share, intakes);
        input.jobs.forEach(
                (settings, job) -> input.polling.discovery().discover(job, settings.groups(), settings.files()));
        return input;
    }

    private Worker worker(long hash) {
        return workers.get((int) Long.remainderUnsigned(hash, workers.size()));
    }

    @Override
    public String listens() {
        return "jobs=" + jobs.keySet() + " devices="
                + jobs.values().stream().mapToInt(Job::targets).sum() + " share=" + share;
    }

    /** Hands over the tables that were read. The devices are polled again by this or another gateway. */
    @Override
    public void close() {
        polling.close();
        share.close();
        sessions.forEach(Session::close);
        workers.forEach(worker -> worker.thread().close());
    }
}
