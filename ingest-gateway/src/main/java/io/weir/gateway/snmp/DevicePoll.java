package io.weir.gateway.snmp;

import io.weir.gateway.exposition.HeldBytes;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.snmp4j.PDU;

/**
 * One poll of a device: reads its tables one after the other, with one request at a time. A table is
 * written once it was read completely. Belongs to the thread of a worker.
 */
final class DevicePoll {
    private static final Logger LOG = LoggerFactory.getLogger(DevicePoll.class);

    private final Device device;
    private final InetSocketAddress address;
    private final Session session;
    private final HeldBytes memory;
    private final Worker worker;
    private final long millis;
    private final Consumer<DevicePoll> whenOver;
    private final Iterator<PolledTable> tables;

    private @Nullable PolledTable table;
    private @Nullable Rows rows;
    private @Nullable Reading reading;
    /** Number of requests, by which an answer is known. */
    private int requests;

    private Session.@Nullable Pending pending;
    private @Nullable Failure failure;
    private int written;
    private boolean isOver;

    /**
     * A poll that has not begun.
     *
     * @param tables that are read
     * @param millis timestamp of the lines
     * @param whenOver called once, in the worker's thread
     */
    DevicePoll(
            Device device,
            InetSocketAddress address,
            List<PolledTable> tables,
            Session session,
            HeldBytes memory,
            Worker worker,
            long millis,
            Consumer<DevicePoll> whenOver) {
        this.device = device;
        this.address = address;
        this.session = session;
        this.memory = memory;
        this.worker = worker;
        this.millis = millis;
        this.whenOver = whenOver;
        this.tables = tables.iterator();
    }

    /** A table of the device, and its rows of the poll before. */
    record PolledTable(Table table, LiveRows live) {}

    /** Reads the next table, or ends. */
    void next() {
        if (rows != null) {
            rows.release();
        }
        if (!tables.hasNext() || (failure != null && failure.endsPoll())) {
            end();
            return;
        }
        JobSettings job = device.job();
        PolledTable next = tables.next();
        Table now = next.table();
        Rows read = new Rows(now.columns().size(), job.rowLimit(), memory);
        table = next;
        rows = read;
        ask(now.isScalar() ? new ScalarReading(now, read) : new TableReading(now, read, job.repetitions()));
    }

    private void ask(Reading current) {
        reading = current;
        PDU sent = session.request();
        current.ask(sent);
        requests++;
        int number = requests;
        pending = session.send(sent, address, answer -> worker.thread().execute(() -> take(number, answer)));
    }

    private void take(int number, Answer answer) {
        Reading current = reading;
        if (isOver || number != requests || current == null) {
            return;
        }
        try {
            take(current, answer);
        } catch (RuntimeException e) {
            LOG.error("internal error of Weir, not the device's: {} could not be polled", device.instance(), e);
            fail(Failure.ofDevice(Failure.INTERNAL_ERROR, String.valueOf(e.getMessage())));
            end();
        }
    }

    private void take(Reading current, Answer answer) {
        Failure wrong = answer instanceof Answer.Values values
                ? current.answer(values.pdu())
                : ((Answer.None) answer).failure();
        if (wrong != null) {
            fail(wrong);
            next();
        } else if (current.isDone()) {
            write();
            next();
        } else {
            ask(current);
        }
    }

    private void write() {
        if (table != null && rows != null) {
            worker.lines().begin(address);
            byte[] series = device.series(table.table().measurement());
            written += worker.lines().write(series, table.table(), rows, table.live(), millis);
            worker.lines().handOver();
        }
    }

    private void fail(Failure wrong) {
        if (failure == null || wrong.endsPoll()) {
            failure = wrong;
        }
    }

    /** Ends the poll, which takes too long. */
    void expire() {
        fail(Failure.ofDevice(Failure.TIMEOUT, "not all answers in time"));
        end();
    }

    private void end() {
        if (isOver) {
            return;
        }
        isOver = true;
        if (pending != null) {
            pending.cancel();
        }
        if (rows != null) {
            rows.release();
        }
        whenOver.accept(this);
    }

    /** The first failure, or null. */
    @Nullable
    Failure failure() {
        return failure;
    }

    /** Number of lines. */
    int written() {
        return written;
    }
}
