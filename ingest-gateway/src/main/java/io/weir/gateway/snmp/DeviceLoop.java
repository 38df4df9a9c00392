package io.weir.gateway.snmp;

import io.weir.gateway.exposition.HeldBytes;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.poll.FailureLog;
import io.weir.gateway.poll.HostLookup;
import io.weir.gateway.poll.Job;
import io.weir.gateway.poll.Turns;
import io.weir.gateway.snmp.DevicePoll.PolledTable;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls one device. The timer begins each poll, and the device's worker takes the answers. */
final class DeviceLoop implements Job.Poller<Device>, Turns.Polled {
    /** Warning: the poll before was not over. */
    static final String SKIPPED = "snmp-skipped";

    private static final Logger LOG = LoggerFactory.getLogger(DeviceLoop.class);

    private final Device device;
    private final Parts parts;
    private final Worker worker;
    private final OwnSeries own;
    private final Turns turns;
    /** Belongs to the worker. */
    private final List<PolledTable> tables;

    /** The parts that the devices of a job share. */
    record Parts(
            Session session,
            HostLookup hosts,
            Turns.Parts turns,
            ReceiveClock clock,
            HeldBytes memory,
            InputCounts counts,
            FailureLog log) {}

    DeviceLoop(Device device, Parts parts, Worker worker) {
        this.device = device;
        this.parts = parts;
        this.worker = worker;
        this.own = new OwnSeries(device);
        this.tables = device.job().tables().stream()
                .map(table -> new PolledTable(table, new LiveRows(parts.memory())))
                .toList();
        this.turns = new Turns(device.hash(), device.job().interval(), parts.turns(), this);
    }

    @Override
    public void start() {
        turns.start();
    }

    /** Does nothing: a device with other settings has another key. */
    @Override
    public void change(Device changed) {}

    @Override
    public void remove() {
        turns.remove();
        parts.log().removed(device.instance());
        worker.thread().execute(this::release);
    }

    @Override
    public void leave() {
        parts.log().removed(device.instance());
        worker.thread().execute(this::forget);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The last stage throws nothing.
    public void poll() {
        try {
            long begunNanos = System.nanoTime();
            long millis = parts.clock().nowNanos() / 1_000_000;
            parts.hosts()
                    .address(device.host(), device.port(), device.job().timeout())
                    .thenAccept(address -> worker.thread().execute(() -> begin(address, begunNanos, millis)))
                    .exceptionally(thrown -> {
                        fail(thrown);
                        return null;
                    });
        } catch (RuntimeException | Error e) { // Such as no memory for a thread.
            fail(e);
        }
    }

    private void begin(InetSocketAddress address, long begunNanos, long millis) {
        try {
            String keptOut =
                    address.isUnresolved() ? null : worker.lines().intake().keepsOut(address);
            if (!turns.isActive()) {
                turns.ended();
            } else if (address.isUnresolved()) {
                String message = "no address of " + address.getHostString() + " in time";
                end(address, Failure.ofDevice(Failure.UNKNOWN_HOST, message), 0, begunNanos, millis);
            } else if (keptOut != null) {
                String message = "the limits of the input keep the device out";
                end(address, Failure.ofDevice(keptOut, message), 0, begunNanos, millis);
            } else {
                ask(address, begunNanos, millis);
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void ask(InetSocketAddress address, long begunNanos, long millis) {
        Deadline deadline = new Deadline();
        DevicePoll poll =
                new DevicePoll(device, address, tables, parts.session(), parts.memory(), worker, millis, ended -> {
                    deadline.cancel();
                    end(address, ended.failure(), ended.written(), begunNanos, millis);
                });
        deadline.start(poll, begunNanos + device.job().timeout().toNanos() - System.nanoTime());
        try {
            poll.next();
        } catch (RuntimeException e) {
            deadline.cancel();
            throw e;
        }
    }

    /** Ends a poll that takes too long. */
    private final class Deadline {
        private @Nullable Future<?> end;

        void start(DevicePoll poll, long nanos) {
            end = parts.turns()
                    .timer()
                    .schedule(() -> worker.thread().execute(poll::expire), nanos, TimeUnit.NANOSECONDS);
        }

        void cancel() {
            if (end != null) {
                end.cancel(false);
            }
        }
    }

    private void end(InetSocketAddress address, @Nullable Failure failure, int written, long begunNanos, long millis) {
        try {
            if (parts.session().isClosing()) {
                return;
            }
            if (failure != null) {
                parts.counts().warnings.add(failure.reason(), 1);
            }
            if (turns.isActive()) {
                RowLines lines = worker.lines();
                lines.begin(address);
                own.write(lines, failure == null, written, System.nanoTime() - begunNanos, millis);
                lines.handOver();
                worker.thread().flushIfIdle();
                parts.log().ended(device.instance(), failure == null ? "" : failure.message());
            }
        } finally {
            if (!turns.isActive()) { // The device left during the poll, which has added rows since.
                release();
            }
            turns.ended();
        }
    }

    /** Ends the rows, unless another gateway polls the device now. */
    private void release() {
        if (turns.isHere()) {
            endAll();
        } else {
            forget();
        }
    }

    private void endAll() {
        RowLines lines = worker.lines();
        long millis = parts.clock().nowNanos() / 1_000_000;
        lines.begin(new InetSocketAddress(0));
        tables.forEach(table -> table.live().endAll(row -> lines.end(row, millis)));
        own.end(lines, millis);
        lines.handOver();
        worker.thread().flushIfIdle();
    }

    /** Without an end of its rows, which go on if another gateway polls the device now. */
    private void forget() {
        tables.forEach(table -> table.live().forget());
    }

    private void fail(Throwable thrown) {
        if (!parts.turns().timer().isShutdown()) { // Otherwise the input closes, and no deadline can be set.
            parts.counts().warnings.add(Failure.INTERNAL_ERROR, 1);
            LOG.error("internal error of Weir, not the device's: {} could not be polled", device.instance(), thrown);
        }
        turns.ended();
    }
}
